import type { BatchOperation, ValueRange } from '../dynalite.ts';

export interface Writes {
  batch(operations: BatchOperation[]): Promise<void>;
  clear(range: ValueRange): Promise<void>;
}

export interface WriteQueue extends Writes {
  /** Resolves when nothing is being written. */
  idle(): Promise<void>;
}

/**
 * Writes one batch after the other, so that no write is in progress behind a failed one. Batches that arrive during a
 * write are joined in the next one: they succeed or fail together, and are flushed to the disk once.
 */
export function writeQueue(writes: Writes): WriteQueue {
  let last: Promise<void> = Promise.resolve();
  let gathering: { operations: BatchOperation[]; written: Promise<void> } | undefined;

  function next(work: () => Promise<void>): Promise<void> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  return {
    batch(operations) {
      if (gathering) {
        for (const operation of operations) gathering.operations.push(operation);
        return gathering.written;
      }
      const own = { operations: [...operations], written: Promise.resolve() };
      gathering = own;
      own.written = next(() => {
        if (gathering === own) gathering = undefined;
        return writes.batch(own.operations);
      });
      return own.written;
    },
    clear(range) {
      // Later writes must not be made before a deletion.
      gathering = undefined;
      return next(() => writes.clear(range));
    },
    idle: () => last,
  };
}
