import type { Clock } from '../../../domain/clock.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { WaitingWork } from '../../../domain/leases/waiting-work.ts';

export interface WaitingSweep<Asked extends object> {
  waiting: Pick<WaitingWork<Asked>, 'overdue' | 'remove'>;
  /** The queue of the workers. */
  queue: MessageQueue<Asked>;
  clock: Clock;
}

/**
 * Sends messages for work that waits for a slot of its owner and that no worker has continued; returns their number. The message comes first, so
 * that nothing is lost between the two steps; work that is sent twice is done once, and a worker that finds no slot for it adds it again.
 *
 * @example const count = await sendWaiting({ waiting, queue, clock });
 */
export async function sendWaiting<Asked extends object>(sweep: WaitingSweep<Asked>): Promise<number> {
  const { waiting, queue, clock } = sweep;
  const overdue = await waiting.overdue(clock.now());
  for (const work of overdue) {
    await queue.send(work.message);
    await waiting.remove(work);
  }
  return overdue.length;
}
