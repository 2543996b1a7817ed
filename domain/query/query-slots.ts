/** When the sweep asks why a query still waits: no worker has tried to begin it for so long that its message was lost. */
export function queuedDeadline(now: number): number {
  return now + 5 * 60_000;
}

/** How often a run says that it goes on, and looks whether it still should. */
export const beatMilliseconds = 2_000;

/** A run that has not said so for this long is taken for dead, and its slot is free. */
export const silentMilliseconds = 60_000;

/** An asynchronous query that has had no slot for so long fails. */
export const maxWaitMilliseconds = 60 * 60_000;

/** A worker may be ended for no fault of its query's; twice in a row it is the query. */
export const maxAttempts = 2;

/** Seconds until a query that finds no free slot tries again: soon while it is new, less often when it has waited. */
export function retrySeconds(waitedMilliseconds: number): number {
  return Math.min(30, 2 + Math.floor(waitedMilliseconds / 10_000));
}

/** How many queries of one owner run at once: synchronous and asynchronous ones together. */
export const slotsOfOwner = 10;

/** Asynchronous queries take no more of them than these, so that others are never kept waiting for minutes. */
export const asynchronousSlots = 4;
