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
