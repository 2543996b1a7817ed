/** The right to do one piece of work. It frees itself when its time is over, so that a worker that dies with it blocks nobody for long. */
export interface Place {
  /** Holds it for so many milliseconds from now. */
  extend(milliseconds: number): Promise<void>;
  free(): Promise<void>;
}

/** Counts what is done for each owner at once, over all instances of all functions. */
export interface OwnerPlaces {
  /**
   * A place for so many milliseconds; undefined when the owner has none that is free.
   *
   * @param places how many the owner has, or how many of them may be taken for this.
   * @param holder gets the place that it has already. Left out, it is somebody new.
   */
  take(ownerId: string, places: number, milliseconds: number, holder?: string): Promise<Place | undefined>;
  /** Frees the place of a holder, if it has one. */
  free(ownerId: string, holder: string): Promise<void>;
}
