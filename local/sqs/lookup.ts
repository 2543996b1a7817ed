import { accountId } from '../credentials.ts';
import { invalidParameter, queueDoesNotExist } from './errors.ts';
import type { Queue } from './queue.ts';
import type { Store } from './store.ts';

/** The URL of a queue for a client that called `origin`. */
export const urlOf = (origin: string, name: string) => `${origin}/${accountId}/${name}`;

/**
 * The queue of a URL. Only the last part of the path counts, since the port changes with a restart.
 *
 * @example const queue = queueByUrl(store, QueueUrl);
 */
export function queueByUrl(store: Store, url: string): Queue {
  return queueByName(store, url.split('/').at(-1) ?? '');
}

export function queueByName(store: Store, name: string): Queue {
  const queue = store.queues.get(name);
  if (!queue) throw queueDoesNotExist(name);
  return queue;
}

/**
 * The queue of an ARN. Errors are those of SQS: for an unknown queue, or for an ARN that names no queue.
 *
 * @example const source = queueByArn(store, request.sourceArn);
 */
export function queueByArn(store: Store, arn: string): Queue {
  if (!/^arn:[\w-]+:sqs:/.test(arn)) throw invalidParameter('queue ARN', arn, 'It does not name a queue.');
  return queueByName(store, arn.split(':').at(-1) ?? '');
}

/** The dead-letter queue of a queue, when it has one that exists. */
export function redriveTarget(store: Store, queue: Queue): Queue | undefined {
  const name = queue.redrive?.deadLetterTargetArn.split(':').at(-1);
  return name === undefined ? undefined : store.queues.get(name);
}

/**
 * The queues of which this one is the dead-letter queue.
 *
 * @example const sources = deadLetterSources(store, queue).map(({ name }) => name);
 */
export function deadLetterSources(store: Store, queue: Queue): Queue[] {
  return [...store.queues.values()].filter((source) => redriveTarget(store, source) === queue);
}
