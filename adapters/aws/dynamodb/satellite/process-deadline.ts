/** A process that has not ended by then has its message sent again. */
const againMilliseconds = 2 * 60 * 60_000;

/**
 * The time at which the message of a process that has not ended is sent again (milliseconds since 1970).
 *
 * @example const due = { deadlineKey: processesDue, deadline: processDeadline(clock.now()) };
 */
export function processDeadline(now: number): number {
  return now + againMilliseconds;
}
