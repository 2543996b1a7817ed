import * as z from 'zod';
import { operation } from '../../http/json-protocol.ts';
import { queueByUrl } from '../lookup.ts';
import { type Core, durable, queueUrl, stringMap } from './core.ts';
import { saveQueue } from './queues.ts';

/** The operations on a queue's tags. */
export function tagOperations(core: Core) {
  const { store } = core;
  return {
    TagQueue: durable(core, queueUrl.extend({ Tags: stringMap }), ({ QueueUrl, Tags }) => {
      const queue = queueByUrl(store, QueueUrl);
      saveQueue(store, queue, { tags: { ...queue.tags, ...Tags } });
    }),
    UntagQueue: durable(core, queueUrl.extend({ TagKeys: z.array(z.string()) }), ({ QueueUrl, TagKeys }) => {
      const queue = queueByUrl(store, QueueUrl);
      const rest = Object.entries(queue.tags).filter(([key]) => !TagKeys.includes(key));
      saveQueue(store, queue, { tags: Object.fromEntries(rest) });
    }),
    ListQueueTags: operation(queueUrl, ({ QueueUrl }) => ({ Tags: queueByUrl(store, QueueUrl).tags })),
  };
}
