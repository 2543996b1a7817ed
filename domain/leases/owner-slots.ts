/** The right to do one piece of work. It expires, so that a worker that dies does not block others for long. */
export interface Slot {
  /** The owner held no other slot when this one was taken. */
  readonly isOnly: boolean;
  /** Extends the slot to this many milliseconds from now. */
  extend(milliseconds: number): Promise<void>;
  free(): Promise<void>;
}

/** Limits the concurrent work of each owner, over all instances of all functions. */
export interface OwnerSlots {
  /**
   * Takes a slot for a number of milliseconds; undefined if the owner has no free slot.
   *
   * @param slots number of slots of the owner, or the number that may be used for this work.
   * @param holder gets the slot that it holds already; a new holder by default.
   */
  take(ownerId: string, slots: number, milliseconds: number, holder?: string): Promise<Slot | undefined>;
  /** Frees the slot of a holder, if it has one. */
  free(ownerId: string, holder: string): Promise<void>;
}
