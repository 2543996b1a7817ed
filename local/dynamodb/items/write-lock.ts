/** A lock that admits one writer at a time to a table. Writers of different tables do not wait for each other. */
export interface WriteLock {
  /** Waits for the named tables, does the work and releases them, even if it fails. */
  hold<T>(tableNames: Iterable<string>, work: () => Promise<T>): Promise<T>;
}

/**
 * Makes a lock. A writer queues for all of its tables in one step, so that two writers of the same tables queue in the same
 * order everywhere and cannot block one another.
 */
export function writeLock(): WriteLock {
  const queues = new Map<string, Promise<unknown>>();
  return {
    hold(tableNames, work) {
      const names = [...new Set(tableNames)];
      const turn = Promise.all(names.map((name) => queues.get(name)));
      const done = turn.then(work);
      const settled = done.catch(() => {});
      for (const name of names) queues.set(name, settled);
      settled.then(() => {
        for (const name of names) if (queues.get(name) === settled) queues.delete(name);
      });
      return done;
    },
  };
}
