import { getPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { setPriorityOf } from '../../adapters/process/priority.ts';
import { environmentNumber } from '../http/environment.ts';

/** Only a laptop sets it, where workers share the processors with requests: what this worker gets of them while it works for an owner that has nothing else. */
const priority = environmentNumber('PRIORITY_OF_KEPT_PLACES', Number.NaN);

/**
 * Does work that has a kept place before that of owners with more. The processes that read files are of the session of their worker, and get the same.
 *
 * @example const place = await takePlace(ownerId, delivery, services);
 * if (place) await comingFirst(place, () => run(message));
 */
export async function comingFirst<T>({ isKept }: { isKept: boolean }, work: () => Promise<T>): Promise<T> {
  // Threads share the priority of their process with others.
  if (!isKept || !isMainThread || Number.isNaN(priority)) return work();
  const usual = getPriority();
  setPriorityOf(process.pid, priority);
  try {
    return await work();
  } finally {
    setPriorityOf(process.pid, usual);
  }
}
