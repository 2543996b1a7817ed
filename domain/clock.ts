/** The time as an argument, so that tests can run the same code on a clock of their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Creates a time-ordered id (UUIDv7), so that the order of ids is the order of creation. */
export type NewId = () => string;

/**
 * The format of every timestamp in a response: UTC with milliseconds and `Z`.
 *
 * @example timestamp(0) // '1970-01-01T00:00:00.000Z'
 */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/**
 * A UTC timestamp with six digits after the second, as in credentials and their events.
 *
 * @example microTimestamp(0) // '1970-01-01T00:00:00.000000Z'
 */
export function microTimestamp(milliseconds: number): string {
  return timestamp(milliseconds).replace('Z', '000Z');
}

/** Derives an id from the UUIDv7 of a record (`origin`); the same parts give the same id. */
export type DerivedId = (origin: string, ...parts: (string | number)[]) => string;

/**
 * The position of a record among those made from one origin: the index of the file, and the index within the file, both
 * from 0.
 */
export type PositionInOrigin = readonly [file: number, member: number];

/** Derives ids of the parts of one origin; they sort in the order of the parts. */
export type OrderedId = (origin: string, position: PositionInOrigin, ...parts: (string | number)[]) => string;
