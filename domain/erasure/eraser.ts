/** Whose data goes. */
export interface Erased {
  ownerId: string;
  svcUserId: string;
}

/** Removes all that one place holds of a deleted user. Doing it twice is harmless. */
export interface Eraser {
  /** The table, or bucket and prefix, that it empties of the user. */
  covers: string;
  erase(user: Erased): Promise<void>;
}
