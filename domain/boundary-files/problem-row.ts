/** One row of the problem vocabulary. Messages name the value that was wrong; hints say what to do. */
export interface ProblemRow {
  severity: 'error' | 'warning';
  message: (details: never) => string;
  hint: string | ((details: never) => string);
}

/** `1,234`. */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** `3.2 MB`, `850 bytes`. */
export function size(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  const power = bytes < 1024 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${units[power]}`;
}

/** `10.512346, 52.100000`: a place that a person can paste into a map. */
export function place([longitude, latitude]: [number, number]): string {
  return `${longitude.toFixed(6)}, ${latitude.toFixed(6)}`;
}
