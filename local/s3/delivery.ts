import type { BucketNotification } from './configuration.ts';
import type { Journal } from './files/journal.ts';

/** Delivers notifications to their queues, and repeats each attempt until the queue accepts the message. */
export interface Delivery {
  /** Delivers the notifications of a change, which the journal stores under its sequence number. */
  start(sequence: string, notifications: BucketNotification[]): void;
  /** The number of changes with notifications that have not been delivered. */
  pending(): number;
  /** Starts no more attempts, and waits at most 2 s for those under way. Undelivered notifications stay in the journal. */
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
      // The disk refuses the deletion of the journal's file: it is tried again, without repeating the notifications.
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
