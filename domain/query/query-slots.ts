/**
 * When the sweep sends the message of a waiting query again (milliseconds since 1970): no worker has tried to start it
 * for so long that it was lost.
 *
 * @example queuedDeadline(0) // 300000
 */
export function queuedDeadline(now: number): number {
  return now + 5 * 60_000;
}

/** Interval of the heartbeat of a run, which also checks whether the query was cancelled. */
export const beatMilliseconds = 2_000;

/** A run without heartbeat for this long is considered dead. */
export const silentMilliseconds = 60_000;

/** Maximum wait of an asynchronous query for a slot, after which it fails. */
export const maxWaitMilliseconds = 60 * 60_000;

/** A worker may die for reasons outside its query; twice in a row it is the query. */
export const maxAttempts = 2;

/** Seconds until a query without a slot tries again: soon while it is new, less often later. */
export function retrySeconds(waitedMilliseconds: number): number {
  return Math.min(30, 2 + Math.floor(waitedMilliseconds / 10_000));
}
