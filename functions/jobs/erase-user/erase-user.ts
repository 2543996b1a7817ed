import type { Clock } from '../../../domain/clock.ts';
import type { Erased, Eraser, ErasurePass, ErasureProgress } from '../../../domain/erasure/eraser.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { ErasureMessage } from './messages.ts';

/** A worker that began before the user was deleted may write this long: the longest visibility timeout, and a minute. */
const secondSweepAfterMilliseconds = 17 * 60_000;
/** SQS delays no message longer. */
const maxDelaySeconds = 15 * 60;

export interface ErasureServices {
  /** Ordered: each follows those that have to run before it. */
  erasers: Eraser[];
  progress: ErasureProgress;
  queue: MessageQueue<ErasureMessage>;
  clock: Clock;
}

/**
 * Erases all that is left of a deleted user, now and once more when no worker can be writing any longer.
 *
 * @throws AggregateError naming the erasers that remain, with what each of them failed with; the next attempt runs only those.
 */
export async function eraseUser({ notBefore, ...user }: ErasureMessage, services: ErasureServices): Promise<void> {
  const { queue, clock, progress } = services;
  const now = clock.now();
  if (notBefore !== undefined && notBefore > now) return wait(user, notBefore, now, queue);
  await runErasers(user, notBefore === undefined ? 'first' : 'second', services);
  if (notBefore === undefined) await wait(user, now + secondSweepAfterMilliseconds, now, queue);
  else await progress.forget(user);
}

/** Runs every eraser that is not done yet. One that fails keeps back only those that come after it. */
async function runErasers(user: Erased, pass: ErasurePass, { erasers, progress }: ErasureServices): Promise<void> {
  const done = new Set(await progress.done(user, pass));
  const failures: Error[] = [];
  for (const { covers, after = [], erase } of erasers) {
    if (done.has(covers) || after.some((earlier) => !done.has(earlier))) continue;
    try {
      await erase(user);
      await progress.note(user, pass, covers);
      done.add(covers);
    } catch (cause) {
      failures.push(new Error(`${covers}: ${cause instanceof Error ? cause.message : cause}`, { cause }));
    }
  }
  const remaining = erasers.map(({ covers }) => covers).filter((covers) => !done.has(covers));
  if (remaining.length > 0) {
    throw new AggregateError(
      failures,
      `${remaining.length} of ${erasers.length} erasers remain: ${remaining.join(', ')}`,
    );
  }
}

async function wait(user: Erased, notBefore: number, now: number, queue: MessageQueue<ErasureMessage>): Promise<void> {
  const delay = Math.min(maxDelaySeconds, Math.ceil((notBefore - now) / 1000));
  await queue.send({ ...user, notBefore }, delay);
}
