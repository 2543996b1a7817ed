/** Keeps what was read by its key; a failed reading is repeated. @example const operation = kept((id) => readOperation(api, id)); */
export function kept<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const readings = new Map<string, Promise<T>>();
  return (key) => {
    const reading = readings.get(key) ?? read(key);
    readings.set(key, reading);
    reading.catch(() => readings.delete(key));
    return reading;
  };
}
