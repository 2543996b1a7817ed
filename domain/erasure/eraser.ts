import type { ErasingObjectStore } from '../files/object-store.ts';

/** The deleted user whose data is erased. */
export interface Erased {
  ownerId: string;
  svcUserId: string;
}

/** Removes all data of a deleted user from one table or bucket. Idempotent. */
export interface Eraser {
  /** The table, or bucket and prefix, that it erases. */
  covers: string;
  /**
   * The `covers` of erasers that must run before, because this one removes the records by which they find their data.
   */
  after?: readonly string[];
  /** Removes the user from responses, within seconds; such erasers run before those that remove records one by one. */
  hides?: true;
  erase(user: Erased): Promise<void>;
}

/** A user is erased twice: at once, and when no worker can still be writing. */
export type ErasurePass = 'first' | 'second';

/** Stores which erasers are done with a user, across the attempts at a message. */
export interface ErasureProgress {
  /** The `covers` of the erasers that are done. */
  done(user: Erased, pass: ErasurePass): Promise<ReadonlySet<string>>;
  note(user: Erased, pass: ErasurePass, covers: string): Promise<void>;
  /** Removes the progress of both passes, after the last eraser. */
  forget(user: Erased): Promise<void>;
}

/**
 * Creates an eraser of the objects below a user's prefixes, in all of their versions.
 *
 * @example prefixEraser('files:artefacts/', ({ ownerId, svcUserId }) => [artefactPrefix(ownerId, svcUserId)], files)
 */
export function prefixEraser(
  covers: string,
  prefixesOf: (user: Erased) => readonly string[],
  files: Pick<ErasingObjectStore, 'erase'>,
): Eraser {
  return {
    covers,
    async erase(user) {
      for (const prefix of prefixesOf(user)) await files.erase(prefix);
    },
  };
}

/**
 * Sorts erasers into the order in which they run: first those that hide the user, then each after those that it depends
 * on.
 *
 * @throws Error for cyclic or missing dependencies.
 * @example inOrder([{ covers: 'b', after: ['a'], erase }, { covers: 'a', erase }]) // the eraser of a, and then that of b
 */
export function inOrder(erasers: readonly Eraser[]): Eraser[] {
  const ordered = erasers.filter(({ hides }) => hides);
  let left = erasers.filter(({ hides }) => !hides);
  while (left.length > 0) {
    const taken = new Set(ordered.map(({ covers }) => covers));
    const next = left.filter(({ after = [] }) => after.every((covers) => taken.has(covers)));
    if (next.length === 0)
      throw new Error(`no order for the erasers of ${left.map(({ covers }) => covers).join(', ')}`);
    ordered.push(...next);
    left = left.filter((eraser) => !next.includes(eraser));
  }
  return ordered;
}
