/** Time and randomness are given, never taken: the same code then runs on a moved clock in a test. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Makes a new time-ordered id (UUIDv7), so that the order of ids is the order of creation. */
export type NewId = () => string;

/** The form of every timestamp in an answer: UTC with milliseconds and `Z`. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** As `timestamp`, with the six digits after the second that credentials and their events have. */
export function microTimestamp(milliseconds: number): string {
  return timestamp(milliseconds).replace('Z', '000Z');
}

/** Makes the id of something that follows from a record with a UUIDv7 (`origin`); the same parts give the same id. */
export type DerivedId = (origin: string, ...parts: (string | number)[]) => string;

/** Where something stands among what is made of one origin: in which file, and which in that file, both from 0. */
export type PlaceInOrigin = readonly [file: number, member: number];

/** Ids of the parts of one origin; they sort in the order of the parts. */
export type PlacedId = (origin: string, place: PlaceInOrigin, ...parts: (string | number)[]) => string;
