import * as z from 'zod';
import type { Clock } from '../../domain/clock.ts';
import type { Eraser } from '../../domain/erasure/eraser.ts';
import type { MessageQueue } from '../../domain/events/message-queue.ts';

/** A worker that began before the user was deleted may write this long: the longest visibility timeout, and a minute. */
const secondSweepAfterMilliseconds = 17 * 60_000;
/** SQS delays no message longer. */
const longestDelaySeconds = 15 * 60;

const messageSchema = z.object({
  ownerId: z.string(),
  svcUserId: z.string(),
  /** The second sweep's own message: it waits until then (milliseconds). */
  notBefore: z.number().optional(),
});

export interface ErasureServices {
  /** In the order in which they work. */
  erasers: Eraser[];
  queue: MessageQueue;
  clock: Clock;
}

/** Erases all that is left of a deleted user, now and once more when nobody can be writing any longer. */
export async function eraseUser(body: string, { erasers, queue, clock }: ErasureServices): Promise<void> {
  const { notBefore, ...user } = messageSchema.parse(JSON.parse(body));
  const now = clock.now();
  if (notBefore !== undefined && notBefore > now) return wait(user, notBefore, now, queue);
  for (const eraser of erasers) await eraser.erase(user);
  if (notBefore === undefined) await wait(user, now + secondSweepAfterMilliseconds, now, queue);
}

async function wait(user: object, notBefore: number, now: number, queue: MessageQueue): Promise<void> {
  const delay = Math.min(longestDelaySeconds, Math.ceil((notBefore - now) / 1000));
  await queue.send({ ...user, notBefore }, delay);
}
