/** A process that has not ended by then has its message sent again. */
const againMilliseconds = 2 * 60 * 60_000;

export function processDeadline(now: number): number {
  return now + againMilliseconds;
}
