import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Numbers of things under way; all are 0 in an idle cloud. */
export interface Activity {
  /** Changes of buckets that have not reached their queues. */
  bucketNotifications: number;
  /** Messages that wait for a worker. Those in flight after a failure, and delayed ones, wait for the clock instead. */
  visibleMessages: number;
  /** Event sources with something in their hands or before them. */
  busyEventSources: number;
  runningSchedules: number;
  /** Invocations that run or wait for an instance. */
  invocations: number;
}

const lookAgainMilliseconds = 5;

/**
 * Waits until nothing is under way. Work is handed on between two looks, so it counts only when two in a row find nothing.
 *
 * @returns undefined, or what was still going on when the time was over.
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
