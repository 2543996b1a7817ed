import type { BucketNotification } from './configuration.ts';
import type { Journal } from './files/journal.ts';

/** Brings notifications to their queues and asks again until each has been taken. */
export interface Delivery {
  /** Delivers what the journal keeps under that sequence. */
  start(sequence: string, notifications: BucketNotification[]): void;
  /** How many sequences are still under way. */
  pending(): number;
  /** Starts no more attempts and waits a moment for those under way; the journal keeps the rest. */
  close(): Promise<void>;
}

const firstDelayMilliseconds = 50;
const maxDelayMilliseconds = 5_000;
const closingMilliseconds = 2_000;

export function startDelivery(journal: Journal, notify: (notification: BucketNotification) => Promise<void>): Delivery {
  const underWay = new Set<string>();
  const timers = new Set<NodeJS.Timeout>();
  const attempts = new Set<Promise<void>>();
  let closed = false;

  const attempt = async (sequence: string, notifications: BucketNotification[], delay: number): Promise<void> => {
    const results = await Promise.allSettled(notifications.map(async (notification) => notify(notification)));
    const refused = notifications.filter((_, i) => results[i]?.status === 'rejected');
    if (refused.length === 0 && forget(sequence)) underWay.delete(sequence);
    else if (!closed) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        track(attempt(sequence, refused, Math.min(delay * 2, maxDelayMilliseconds)));
      }, delay);
      timers.add(timer);
    }
  };
  const forget = (sequence: string): boolean => {
    try {
      journal.delivered(sequence);
      return true;
    } catch {
      // The disk does not even delete: asked again, with nothing left to deliver.
      return false;
    }
  };
  const track = (promise: Promise<void>) => {
    attempts.add(promise);
    void promise.finally(() => attempts.delete(promise));
  };
  return {
    start(sequence, notifications) {
      if (closed) return;
      underWay.add(sequence);
      track(attempt(sequence, notifications, firstDelayMilliseconds));
    },
    pending: () => underWay.size,
    async close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      let stop: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        stop = setTimeout(resolve, closingMilliseconds);
      });
      await Promise.race([Promise.allSettled(attempts), enough]);
      clearTimeout(stop);
    },
  };
}
