/** The right to do one piece of work. It frees itself when its time is over, so that a worker that dies with it does not block others for long. */
export interface Slot {
  /** Holds it for so many milliseconds from now. */
  extend(milliseconds: number): Promise<void>;
  free(): Promise<void>;
}

/** Counts what is done for each owner at once, over all instances of all functions. */
export interface OwnerSlots {
  /**
   * A slot for so many milliseconds; undefined when the owner has none that is free.
   *
   * @param slots how many the owner has, or how many of them may be taken for this.
   * @param holder gets the slot that it has already. Left out, it is a new holder.
   */
  take(ownerId: string, slots: number, milliseconds: number, holder?: string): Promise<Slot | undefined>;
  /** Frees the slot of a holder, if it has one. */
  free(ownerId: string, holder: string): Promise<void>;
}
