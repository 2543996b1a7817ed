import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Counts of unfinished work; all are 0 in an idle cloud. */
export interface Activity {
  /** Changes of buckets that have not reached their queues. */
  bucketNotifications: number;
  /** Messages that wait for a worker. Those in flight after a failure, and delayed ones, wait for the clock instead. */
  visibleMessages: number;
  /** Event sources that are delivering or have work to deliver. */
  busyEventSources: number;
  runningSchedules: number;
  /** Invocations that run or wait for an instance. */
  invocations: number;
}

const lookAgainMilliseconds = 5;

/**
 * Waits until no work is left. Work may be passed on between two checks, so two checks in a row must find none.
 *
 * @returns undefined, or the unfinished work when the time was over.
 */
export async function waitUntilIdle(look: () => Activity, timeoutMilliseconds: number): Promise<Activity | undefined> {
  const end = performance.now() + timeoutMilliseconds;
  for (;;) {
    let activity = look();
    if (isIdle(activity)) {
      await nextTurn();
      await sleep(1);
      activity = look();
      if (isIdle(activity)) return undefined;
    }
    if (performance.now() >= end) return activity;
    await sleep(lookAgainMilliseconds);
  }
}

function isIdle(activity: Activity): boolean {
  return Object.values(activity).every((count) => count === 0);
}
