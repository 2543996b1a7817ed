import type { ErasingObjectStore } from '../files/object-store.ts';

/** Whose data goes. */
export interface Erased {
  ownerId: string;
  svcUserId: string;
}

/** Removes all that one place holds of a deleted user. Doing it twice is harmless. */
export interface Eraser {
  /** The table, or bucket and prefix, that it empties of the user. */
  covers: string;
  /** What must have been erased before, by what those erasers cover: this one removes what leads there. */
  after?: readonly string[];
  /** It takes the user out of what owners see, within seconds; erasers that do this run before those that remove records one by one. */
  hides?: true;
  erase(user: Erased): Promise<void>;
}

/** A user is erased twice: at once, and when no worker can be writing any longer. */
export type ErasurePass = 'first' | 'second';

/** Which erasers are done with a user, kept between the attempts at a message. */
export interface ErasureProgress {
  /** What the erasers that are done cover. */
  done(user: Erased, pass: ErasurePass): Promise<ReadonlySet<string>>;
  note(user: Erased, pass: ErasurePass, covers: string): Promise<void>;
  /** Removes both passes, once nothing is left to do. */
  forget(user: Erased): Promise<void>;
}

/** Removes the objects below a user's prefixes, in all of their versions. */
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
 * The order in which erasers run: first those that hide the user, then each behind those that it comes after.
 *
 * @throws Error when erasers come after one another, or after one that is not there.
 */
export function inOrder(erasers: readonly Eraser[]): Eraser[] {
  const ordered = erasers.filter(({ hides }) => hides);
  let left = erasers.filter(({ hides }) => !hides);
  while (left.length > 0) {
    const placed = new Set(ordered.map(({ covers }) => covers));
    const next = left.filter(({ after = [] }) => after.every((covers) => placed.has(covers)));
    if (next.length === 0)
      throw new Error(`no order for the erasers of ${left.map(({ covers }) => covers).join(', ')}`);
    ordered.push(...next);
    left = left.filter((eraser) => !next.includes(eraser));
  }
  return ordered;
}
