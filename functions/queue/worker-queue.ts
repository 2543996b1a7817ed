import { ownQueue } from '../../adapters/aws/sqs/message-queue.ts';
import { tracerOf } from '../../adapters/aws/tracing/tracer.ts';
import { environment, environmentNumber, optionalEnvironment } from '../http/environment.ts';
import type { QueueServices } from './sqs-worker.ts';

/**
 * The queue of this worker, as its environment describes it.
 *
 * @example export const handler = sqsWorker(messageSchema, work, workerQueue());
 */
export function workerQueue(): QueueServices {
  const { QUEUE_URL, DEAD_LETTERS_URL } = environment('QUEUE_URL', 'DEAD_LETTERS_URL');
  return {
    ...ownQueue(QUEUE_URL, DEAD_LETTERS_URL),
    maxReceiveCount: environmentNumber('MAX_RECEIVE_COUNT', Number.POSITIVE_INFINITY),
    tracer: tracerOf(optionalEnvironment),
    maxPasses: environmentNumber('MAX_CHAIN', Number.POSITIVE_INFINITY),
  };
}
