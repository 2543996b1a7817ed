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
 * Writes one thing after the other, so that none is under way behind one that fails. The batches that come in during a
 * write go together in the next one: they are kept together or fail together, and wait for the disk once.
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
