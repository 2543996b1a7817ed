import type { Attempt } from '../../domain/work/coalesced-work.ts';
import type { Message } from './sqs-worker.ts';

/** A lease outlives its worker by this much, in case the worker's clock is late. */
const leaseSlackMilliseconds = 5_000;

/** A message as an attempt at coalesced work, which begins nothing more when so little time remains. */
export function attemptOf(message: Message, stopBeforeEndMilliseconds: number): Attempt {
  return {
    holder: message.delivery,
    leaseMilliseconds: () => message.remainingMilliseconds() + leaseSlackMilliseconds,
    hasTime: () => message.remainingMilliseconds() >= stopBeforeEndMilliseconds,
  };
}
