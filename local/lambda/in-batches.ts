/**
 * Sends the messages of one turn of the event loop together: between processes every message costs a system call and
 * a wake-up on each side, which under load costs more than the message itself.
 */
export function inBatches<T>(send: (batch: T[]) => void): (message: T) => void {
  let batch: T[] = [];
  return (message) => {
    batch.push(message);
    if (batch.length > 1) return;
    setImmediate(() => {
      const full = batch;
      batch = [];
      send(full);
    });
  };
}
