/**
 * Creates a writer that combines everything handed over while a write is under way into the next write, so that a
 * busy worker makes few large writes instead of many small ones. Each call ends when its own part has been written.
 *
 * @example
 * const record = coalescedWrites((rows: readonly Item[]) => putItems(alerts, rows));
 * await Promise.all([record(one), record(other)]); // one request
 */
export function coalescedWrites<One>(write: (all: readonly One[]) => Promise<void>): (one: One) => Promise<void> {
  let waiting: One[] = [];
  let next: Promise<void> | undefined;
  let current: Promise<void> = Promise.resolve();
  return (one) => {
    waiting.push(one);
    next ??= current.then(() => {
      const all = waiting;
      waiting = [];
      next = undefined;
      const written = write(all);
      // A write that fails is its callers' affair, and does not keep the next one from being made.
      current = written.catch(() => undefined);
      return written;
    });
    return next;
  };
}
