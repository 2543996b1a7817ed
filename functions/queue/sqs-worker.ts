import type { Context, SQSBatchItemFailure, SQSEvent, SQSRecord } from 'aws-lambda';
import type * as z from 'zod';
import type { Ended, Tracer } from '../../adapters/aws/tracing/tracer.ts';
import type { MessageQueue } from '../../domain/events/message-queue.ts';
import type { Attempt } from '../../domain/work/coalesced-work.ts';
import { type Arrived, readMessages } from './read-messages.ts';
import { visibilityBeat } from './visibility-beat.ts';

/** One message as a worker sees it, beside what it asks for. @typeParam Sent what is sent to the queue. */
export interface Message<Sent extends object = never> {
  /** Names this receive of the message. A receive that a restart of the queue has taken back comes again under the same name. */
  delivery: string;
  /** How often it has been received, this time included. */
  attempt: number;
  /** This is the last time it is tried: should it fail again, it becomes a dead letter. */
  lastAttempt: boolean;
  /** How many messages of a chain have come from the queue, this one included. One that no other has led to is the first. */
  passes: number;
  /** The queue that it came from. What is sent there goes on with the chain. */
  queue: MessageQueue<Sent>;
  /** Milliseconds until the function is ended, done or not. */
  remainingMilliseconds(): number;
}

/** Thrown for what is worth trying again after a while. */
export class RetryLater extends Error {
  readonly delaySeconds: number;

  constructor(message: string, delaySeconds: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RetryLater';
    // SQS takes whole seconds; hosts may ask for parts of one.
    this.delaySeconds = Math.ceil(delaySeconds);
  }
}

export interface QueueServices {
  maxReceiveCount: number;
  /** The passes after which a chain is stopped: its next message is not worked on, and becomes a dead letter. */
  maxPasses: number;
  /** Makes a message visible again after a delay. */
  delayRetry(receiptHandle: string, delaySeconds: number): Promise<void>;
  /** The queue itself, for messages of a chain that has passed it so many times. */
  after<Sent extends object>(passes: number): MessageQueue<Sent>;
  /** How often a message's chain had passed the queue when it was sent, from its attributes. */
  passesOf(attributes: SQSRecord['messageAttributes']): number;
  /** Makes a message a dead letter at once. */
  bury(body: string, reason: string): Promise<void>;
  /** Messages of a batch that are worked on side by side; one after the other unless said. */
  atOnce?: number;
  /** Absent where no collector takes traces. */
  tracer?: Tracer | undefined;
}

/** Retries of unexpected errors wait this long: a second, then 4, 16, at most a minute. */
const maxDelaySeconds = 60;

/**
 * Makes the Lambda handler of a queue's worker. Each message is done or reported as failed on its own;
 * `work` must bear being called twice with the same message. A message that the schema refuses is a dead letter at once, with the reason.
 *
 * @param arrived makes messages of the objects that arrive in a bucket, for a queue that gets its news.
 * @example sqsWorker(syncMessage, (asked, message) => syncUser(asked, message, services), workerQueue())
 */
export function sqsWorker<Sent extends object>(
  schema: z.ZodType<Sent>,
  work: (asked: Sent, message: Message<Sent>) => Promise<void>,
  services: QueueServices,
  arrived?: Arrived<Sent>,
) {
  return async (event: SQSEvent, context: Context): Promise<{ batchItemFailures: SQSBatchItemFailure[] }> => {
    const batchItemFailures: SQSBatchItemFailure[] = [];
    // Those that wait for their turn in the batch are hidden as well.
    const beats = new Map(event.Records.map((record) => [record, beatOf(record, context, services)]));
    const spans: Ended[] = [];
    const trace = (record: SQSRecord, begun: number, error?: unknown) => {
      if (services.tracer) spans.push({ ...spanOf(record, error), begun, ended: services.tracer.now() });
    };
    const workOn = async (record: SQSRecord): Promise<void> => {
      const received = Number(record.attributes.ApproximateReceiveCount);
      const begun = services.tracer?.now() ?? 0;
      const passes = services.passesOf(record.messageAttributes) + 1;
      try {
        checkChain(passes, services);
        const { asked, fault } = readMessages(record.body, schema, arrived);
        if (fault !== undefined) {
          console.error({ messageId: record.messageId, fault });
          await services.bury(record.body, fault);
        }
        const message: Message<Sent> = {
          delivery: `${record.messageId}#${received}`,
          attempt: received,
          lastAttempt: received >= services.maxReceiveCount,
          passes,
          queue: services.after(passes),
          remainingMilliseconds: () => context.getRemainingTimeInMillis(),
        };
        for (const one of asked) await work(one, message);
        trace(record, begun);
      } catch (error) {
        trace(record, begun, error);
        console.error({ messageId: record.messageId, received, passes, error });
        await beats.get(record)?.stop();
        await delayRetry(record, received, error, services);
        batchItemFailures.push({ itemIdentifier: record.messageId });
      }
    };
    const { atOnce = 1 } = services;
    for (let start = 0; start < event.Records.length; start += atOnce) {
      await Promise.all(event.Records.slice(start, start + atOnce).map(workOn));
    }
    await Promise.all(Array.from(beats.values(), (beat) => beat.stop()));
    await services.tracer?.send(spans, context.getRemainingTimeInMillis());
    return { batchItemFailures };
  };
}

/** A receive of a message as a span, by OpenTelemetry's names for messaging. */
function spanOf(record: SQSRecord, error: unknown): Omit<Ended, 'begun' | 'ended'> {
  const queue = record.eventSourceARN.split(':').at(-1);
  return {
    name: `process ${queue}`,
    kind: 'consumer',
    cause: record.attributes.AWSTraceHeader,
    attributes: {
      'messaging.system': 'aws_sqs',
      'messaging.operation.type': 'process',
      'messaging.destination.name': queue,
      'messaging.message.id': record.messageId,
      'furrow.received': Number(record.attributes.ApproximateReceiveCount),
    },
    ...(error !== undefined && { failure: error instanceof Error ? error.name : 'error' }),
  };
}

function beatOf({ receiptHandle, messageId }: SQSRecord, context: Context, { delayRetry }: QueueServices) {
  const failed = (cause: unknown) => console.error({ messageId, cause });
  return visibilityBeat((seconds) => delayRetry(receiptHandle, seconds), context.getRemainingTimeInMillis(), failed);
}

/** Work that never comes to its end would send to its own queue for ever: Lambda does not stop functions that may. */
function checkChain(passes: number, { maxPasses }: QueueServices): void {
  if (passes <= maxPasses) return;
  throw new Error(`the chain of messages is stopped: it has passed the queue ${passes - 1} times, which is the most`);
}

async function delayRetry(record: SQSRecord, received: number, error: unknown, services: QueueServices): Promise<void> {
  const delay = error instanceof RetryLater ? error.delaySeconds : Math.min(4 ** (received - 1), maxDelaySeconds);
  // Without this the message comes back when its visibility ends, which is later but not lost.
  await services
    .delayRetry(record.receiptHandle, delay)
    .catch((cause: unknown) => console.error({ messageId: record.messageId, cause }));
}

/** A lease lives on for this long after the last beat of its worker, as long as the message stays hidden. */
const leaseMilliseconds = 90_000;
const leaseBeatMilliseconds = 20_000;

/**
 * A message as an attempt at coalesced work, which begins nothing more when so little time remains.
 *
 * @example const attempt = attemptOf(message, 120_000); // begins no work in the last two minutes
 */
export function attemptOf(message: Message, stopBeforeEndMilliseconds: number): Attempt {
  return {
    holder: message.delivery,
    leaseMilliseconds: () => leaseMilliseconds,
    whileHeld,
    hasTime: () => message.remainingMilliseconds() >= stopBeforeEndMilliseconds,
  };
}

/** Does work under a lease, which is extended meanwhile. */
async function whileHeld<T>(extend: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  // A beat that fails is made up for by the next; one that comes too late extends nothing.
  const beat = () => void extend().catch((error: unknown) => console.error({ error }));
  const timer = setInterval(beat, leaseBeatMilliseconds);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
