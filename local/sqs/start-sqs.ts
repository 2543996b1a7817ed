import type { Clock } from '../clock.ts';
import { listen } from '../http/http-listener.ts';
import { jsonHandler } from '../http/json-protocol.ts';
import type { Guard } from '../iam/guard.ts';
import type { Marks } from '../state/marks/lost-data.ts';
import { checkAttributes, mergeAttributes, numberOf, visibleCount } from './attributes.ts';
import { changeVisibility, deleteMessage, failReceive, releaseInFlight } from './finish.ts';
import { lambdaMessage, type SqsMessage } from './lambda-message.ts';
import { deadLetterSources, queueByArn, urlOf } from './lookup.ts';
import type { MessageAttributes } from './message-attributes.ts';
import { createMover } from './move-tasks.ts';
import { batchOperations } from './operations/batches.ts';
import { type Core, durably } from './operations/core.ts';
import { messageOperations } from './operations/messages.ts';
import { moveTaskOperations } from './operations/move-tasks.ts';
import { createOrFind, queueOperations, saveQueue } from './operations/queues.ts';
import type { Queue } from './queue.ts';
import { refuseSqs, sqsRequires } from './required-access.ts';
import { sendMessage } from './send.ts';
import { openStore } from './store.ts';
import { createWaiters } from './waiters.ts';

export type { SqsMessage } from './lambda-message.ts';

export interface SqsOptions {
  /** The folder of the log; created if it is missing. */
  dir: string;
  host: string;
  port?: number;
  clock: Clock;
  /** Flushes every change to the disk before it is acknowledged. Only a power failure makes this necessary, not a killed process. */
  sync?: boolean;
  /** Called when changes are refused because of the disk, and when they are accepted again. */
  log?: (line: string) => void;
  /** Decides which calls are allowed. If absent, all calls are allowed. */
  guard?: Guard;
  /** Where the progress of the queues is recorded. If absent, missing data is not noticed. */
  marks?: Marks;
}

export interface QueueCounts {
  visible: number;
  inFlight: number;
  delayed: number;
}

/** A queue as declared in a CloudFormation template: attribute values may be numbers, booleans and objects. */
export interface QueueDefinition {
  name: string;
  attributes?: Record<string, unknown>;
}

/** The queues, on the wire at `endpoint` and in process. Errors are those of the wire protocol. */
export interface SqsEngine {
  endpoint: string;
  /** Creates the queue or sets its attributes, keeping its messages. Its dead-letter queue may be created later. */
  ensureQueue(definition: QueueDefinition): Promise<{ url: string; arn: string }>;
  send(queueArn: string, body: string, attributes?: MessageAttributes): Promise<{ messageId: string }>;
  /** Up to `max` messages (here also more than ten), waiting for the first one up to `waitMs`. */
  receive(queueArn: string, options: ReceiveOptions): Promise<SqsMessage[]>;
  delete(queueArn: string, receiptHandle: string): Promise<void>;
  changeVisibility(queueArn: string, receiptHandle: string, seconds: number): Promise<void>;
  /** Records that processing a received message has failed: the receive counts. */
  fail(queueArn: string, receiptHandle: string): Promise<void>;
  /** Undoes unfinished receives, for queues whose receivers died with the last process. */
  release(queueArn: string): Promise<number>;
  counts(queueArn: string): QueueCounts;
  /** The bodies of all messages of a queue, including those in flight and delayed. */
  bodies(queueArn: string): string[];
  /** The sums over all queues except dead-letter queues, in which messages stay: all 0 when there is nothing to do. */
  idle(): QueueCounts;
  /** Applies the time again; call it after the clock was moved. */
  wake(): void;
  close(): Promise<void>;
}

export interface ReceiveOptions {
  max: number;
  waitMs: number;
  signal?: AbortSignal;
}

/** Starts the queues of `dir`: SQS over AWS JSON 1.0, by the given clock. */
export async function startSqs({ host, port = 0, guard, ...kept }: SqsOptions): Promise<SqsEngine> {
  const store = openStore(kept);
  const waiters = createWaiters(store);
  const mover = createMover(store, waiters.serve);
  const core: Core = { store, waiters, mover };
  const operations = {
    ...queueOperations(core),
    ...messageOperations(core),
    ...batchOperations(core),
    ...moveTaskOperations(core),
  };
  const handler = jsonHandler({
    target: 'AmazonSQS',
    version: '1.0',
    errorNamespace: 'com.amazonaws.sqs',
    operations,
    access: guard && { guard, requires: sqsRequires, refuse: refuseSqs },
  });
  const listener = await listen(handler, { host, port }).catch((error) => {
    store.close();
    throw error;
  });
  mover.resume();

  const countsOf = (queue: Queue): QueueCounts => {
    store.settle(queue);
    return { visible: visibleCount(queue), inFlight: queue.inFlight, delayed: queue.delayed };
  };

  return {
    endpoint: listener.endpoint,
    async ensureQueue(definition) {
      const queue = durably(core, () => ensure(core, definition));
      return { url: urlOf(listener.endpoint, queue.name), arn: queue.arn };
    },
    async send(queueArn, body, attributes = {}) {
      const outgoing = { body, attributes, systemAttributes: {} };
      return { messageId: durably(core, () => sendMessage(store, queueByArn(store, queueArn), outgoing)).id };
    },
    async receive(queueArn, { max, waitMs, signal }) {
      const queue = queueByArn(store, queueArn);
      const received = await waiters.receive(queue, {
        max,
        visibilitySeconds: numberOf(queue, 'VisibilityTimeout'),
        waitMilliseconds: waitMs,
        ...(signal && { signal }),
      });
      return received.map(lambdaMessage);
    },
    async delete(queueArn, receiptHandle) {
      durably(core, () => deleteMessage(store, queueByArn(store, queueArn), receiptHandle));
    },
    async changeVisibility(queueArn, receiptHandle, seconds) {
      durably(core, () => changeVisibility(store, queueByArn(store, queueArn), receiptHandle, seconds));
    },
    async fail(queueArn, receiptHandle) {
      durably(core, () => failReceive(store, queueByArn(store, queueArn), receiptHandle));
    },
    release: async (queueArn) => durably(core, () => releaseInFlight(store, queueByArn(store, queueArn))),
    counts: (queueArn) => countsOf(queueByArn(store, queueArn)),
    bodies(queueArn) {
      const queue = queueByArn(store, queueArn);
      store.settle(queue);
      return [...queue.messages.values()].map(({ body }) => body);
    },
    idle() {
      const worked = [...store.queues.values()].filter((queue) => deadLetterSources(store, queue).length === 0);
      const sum = { visible: 0, inFlight: 0, delayed: 0 };
      for (const { visible, inFlight, delayed } of worked.map(countsOf)) {
        sum.visible += visible;
        sum.inFlight += inFlight;
        sum.delayed += delayed;
      }
      return sum;
    },
    wake: waiters.serve,
    async close() {
      mover.close();
      waiters.close();
      await listener.close();
      store.close();
    },
  };
}

function ensure({ store }: Core, { name, attributes = {} }: QueueDefinition): Queue {
  const settings = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, asText(value)]));
  checkAttributes(settings);
  const queue = store.queues.get(name);
  if (!queue) return createOrFind(store, name, settings);
  saveQueue(store, queue, mergeAttributes({}, settings));
  return queue;
}

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
