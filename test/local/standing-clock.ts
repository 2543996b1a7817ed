import { type MovableClock, movableClock } from '../../local/clock.ts';

/** A clock that moves only when it is told to: a test can expect the exact second, however long its steps take. */
export function standingClock(start = Date.now()): MovableClock {
  const clock = movableClock();
  return { ...clock, now: () => start + clock.offset() };
}
