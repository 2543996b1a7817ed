/** The one source of time for every part of the embedded cloud. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** A clock that runs with the machine's and can be moved forward, so that a test need not wait a day for a day to pass. */
export interface MovableClock extends Clock {
  /** How far this clock is ahead of the machine's, in milliseconds. */
  offset(): number;
  /** Moves the clock forward. Moving it back is refused, since expiry, signatures and queues assume that time never runs backwards. */
  advance(milliseconds: number): void;
}

/** Makes a clock that is `offset` milliseconds ahead of the machine's. */
export function movableClock(offset = 0): MovableClock {
  let ahead = offset;
  return {
    now: () => Date.now() + ahead,
    offset: () => ahead,
    advance(milliseconds) {
      if (!(milliseconds >= 0)) throw new RangeError(`the clock moves forward only, got ${milliseconds} ms`);
      ahead += milliseconds;
    },
  };
}
