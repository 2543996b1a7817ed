/** How many queries of one owner run at once: those that are answered at once, and those that run behind their answers. */
export const placesOfOwner = 10;

/** Queries behind their answers take no more than these, so that others are never kept waiting for minutes. */
export const placesForLater = 4;

/** The right to run one query. It frees itself when its time is over, so that whoever dies with it blocks nobody for long. */
export interface Place {
  extend(milliseconds: number): Promise<void>;
  free(): Promise<void>;
}

/** Counts the queries that run, over all instances of all functions. */
export interface QueryPlaces {
  /** A place for so long; undefined when the owner has none that is free. */
  take(ownerId: string, places: number, milliseconds: number): Promise<Place | undefined>;
}
