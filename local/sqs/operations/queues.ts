import * as z from 'zod';
import { operation, WireError } from '../../http/json-protocol.ts';
import { checkAttributes, describeAttributes, mergeAttributes } from '../attributes.ts';
import { invalidParameter, queueNameExists, unsupported } from '../errors.ts';
import { deadLetterSources, queueByArn, queueByName, queueByUrl, urlOf } from '../lookup.ts';
import { arnOf, type Queue } from '../queue.ts';
import type { QueueSettings } from '../records.ts';
import type { Store } from '../store.ts';
import { type Core, durable, queueUrl, stringMap } from './core.ts';

const createInput = z.object({ QueueName: z.string(), Attributes: stringMap.default({}) });
const attributesInput = queueUrl.extend({ AttributeNames: z.array(z.string()).default([]) });
const setInput = queueUrl.extend({ Attributes: stringMap });
const pageInput = z.object({
  NextToken: z.string().optional(),
  MaxResults: z.number().int().min(1).max(1000).optional(),
});
const listInput = pageInput.extend({ QueueNamePrefix: z.string().default('') });

/** The operations on queues themselves. */
export function queueOperations(core: Core) {
  const { store } = core;
  return {
    CreateQueue: durable(core, createInput, ({ QueueName, Attributes }, { origin }) => {
      checkRedrive(store, QueueName, Attributes.RedrivePolicy);
      createOrFind(store, QueueName, Attributes);
      return { QueueUrl: urlOf(origin, QueueName) };
    }),
    GetQueueUrl: operation(z.object({ QueueName: z.string() }), ({ QueueName }, { origin }) => ({
      QueueUrl: urlOf(origin, queueByName(store, QueueName).name),
    })),
    ListQueues: operation(listInput, (input, { origin }) => {
      const names = [...store.queues.keys()].filter((name) => name.startsWith(input.QueueNamePrefix));
      const { items, NextToken } = page(names.sort(), input);
      return { QueueUrls: items.map((name) => urlOf(origin, name)), NextToken };
    }),
    ListDeadLetterSourceQueues: operation(queueUrl.extend(pageInput.shape), (input, { origin }) => {
      const sources = deadLetterSources(store, queueByUrl(store, input.QueueUrl)).map(({ name }) => name);
      const { items, NextToken } = page(sources.sort(), input);
      return { queueUrls: items.map((name) => urlOf(origin, name)), NextToken };
    }),
    GetQueueAttributes: durable(core, attributesInput, ({ QueueUrl, AttributeNames }) => {
      const queue = queueByUrl(store, QueueUrl);
      store.settle(queue);
      const all = Object.entries(describeAttributes(queue));
      const asked = all.filter(([name]) => AttributeNames.includes('All') || AttributeNames.includes(name));
      return { Attributes: Object.fromEntries(asked) };
    }),
    SetQueueAttributes: durable(core, setInput, ({ QueueUrl, Attributes }) => {
      const queue = queueByUrl(store, QueueUrl);
      checkAttributes(Attributes);
      checkRedrive(store, queue.name, Attributes.RedrivePolicy);
      saveQueue(store, queue, mergeAttributes(queue.attributes, Attributes));
    }),
    DeleteQueue: durable(core, queueUrl, ({ QueueUrl }) => {
      store.record({ op: 'drop', queue: queueByUrl(store, QueueUrl).name });
    }),
    PurgeQueue: durable(core, queueUrl, ({ QueueUrl }) => {
      store.record({ op: 'purge', queue: queueByUrl(store, QueueUrl).name });
    }),
  };
}

type Settings = Record<string, string>;

/** Finds the queue, or creates it. With attributes that differ from those of an existing one it throws. */
export function createOrFind(store: Store, name: string, attributes: Settings): Queue {
  checkName(name);
  checkAttributes(attributes);
  const existing = store.queues.get(name);
  if (existing) {
    const now = describeAttributes(existing);
    const other = Object.keys(attributes).find((key) => now[key] !== attributes[key]);
    if (other) throw queueNameExists(name, other);
    return existing;
  }
  const now = store.clock.now();
  const settings: QueueSettings = {
    name,
    attributes: mergeAttributes({}, attributes),
    createdAt: now,
    modifiedAt: now,
  };
  store.record({ op: 'queue', settings });
  return queueByName(store, name);
}

/** Stores changed attributes of a queue. */
export function saveQueue(store: Store, { name, createdAt }: Queue, attributes: Settings): void {
  store.record({ op: 'queue', settings: { name, attributes, createdAt, modifiedAt: store.clock.now() } });
}

function checkName(name: string): void {
  const reason = 'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length';
  if (!/^[A-Za-z0-9_-]{1,80}$/.test(name)) throw invalidParameter('QueueName', name, reason);
}

function page(names: string[], { NextToken, MaxResults = 1000 }: z.output<typeof pageInput>) {
  const items = names.filter((name) => NextToken === undefined || name > NextToken);
  const shown = items.slice(0, MaxResults);
  return { items: shown, NextToken: items.length > shown.length ? shown.at(-1) : undefined };
}

/** Throws unless the queue that the policy names may be the dead-letter queue of `source`. An absent policy is valid. */
function checkRedrive(store: Store, source: string, redrivePolicy: string | undefined): void {
  if (!redrivePolicy) return;
  const target = queueByArn(store, JSON.parse(redrivePolicy).deadLetterTargetArn);
  if (source === target.name) throw unsupported(`${source} cannot be its own dead-letter queue.`);
  if (!allows(target, arnOf(source))) {
    throw new WireError('InvalidParameterValue', `The RedriveAllowPolicy of ${target.name} does not allow ${source}.`);
  }
}

function allows(target: Queue, sourceArn: string): boolean {
  const policy = JSON.parse(target.attributes.RedriveAllowPolicy ?? '{}');
  if (policy.redrivePermission === 'denyAll') return false;
  return policy.redrivePermission !== 'byQueue' || [policy.sourceQueueArns].flat().includes(sourceArn);
}
