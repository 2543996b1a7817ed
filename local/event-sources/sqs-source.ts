import type { SqsEngine, SqsMessage } from '../sqs/start-sqs.ts';
import type { QueueMappingPlan } from '../template/plan-event-source-mappings.ts';
import { recordFilter } from './event-filter.ts';
import type { EventSource, InvokeFunction } from './event-source.ts';
import { batchFailures } from './partial-batch.ts';
import { sqsEvent } from './sqs-record.ts';
import { wakeSignal } from './wake-signal.ts';

/** The calls of the queue engine that a source needs. */
export type QueueReader = Pick<SqsEngine, 'receive' | 'delete' | 'fail'>;

export interface SqsSourceOptions {
  mapping: QueueMappingPlan;
  queues: QueueReader;
  invoke: InvokeFunction;
  log(line: string): void;
}

/** The number of instances that a function has here; Lambda itself begins with five pollers. */
const defaultConcurrency = 4;
const defaultBatchSize = 10;
/** The limit of ReceiveMessage. */
const maxPollMilliseconds = 20_000;
const restAfterErrorMilliseconds = 1_000;

/**
 * Moves messages to a function like a Lambda event source mapping on a queue: processed messages are deleted;
 * failed ones stay invisible until their visibility timeout ends, and are then delivered again.
 */
export function startSqsSource({ mapping, queues, invoke, log }: SqsSourceOptions): EventSource {
  const stop = wakeSignal();
  const slotFreed = wakeSignal();
  const concurrency = mapping.maximumConcurrency ?? defaultConcurrency;
  const batchSize = mapping.batchSize ?? defaultBatchSize;
  const window = (mapping.maximumBatchingWindowSeconds ?? 0) * 1000;
  const passesFilter = messageFilter(mapping.filters);
  const deliveries = new Set<Promise<void>>();
  let poll = new AbortController();
  let gathering = false;

  async function receive(max: number, waitMs: number): Promise<SqsMessage[]> {
    poll = new AbortController();
    if (stop.pending()) return [];
    return queues.receive(mapping.queueArn, { max, waitMs, signal: poll.signal });
  }

  async function nextBatch(): Promise<SqsMessage[]> {
    const batch = await receive(batchSize, maxPollMilliseconds);
    gathering = batch.length > 0;
    const until = performance.now() + window;
    while (window > 0 && batch.length > 0 && batch.length < batchSize) {
      const left = Math.max(0, until - performance.now());
      const more = await receive(batchSize - batch.length, left);
      batch.push(...more);
      if (more.length === 0) break;
    }
    return batch;
  }

  async function deliver(received: SqsMessage[]): Promise<void> {
    const messages = received.filter(passesFilter);
    await forget(received.filter((message) => !messages.includes(message)));
    if (messages.length === 0) return;
    const traceHeaders = messages.flatMap(({ attributes }) => attributes.AWSTraceHeader ?? []);
    const outcome = await invoke(sqsEvent(messages, mapping.queueArn), traceHeaders);
    const ids = messages.map(({ messageId }) => messageId);
    const failures = batchFailures(outcome, ids, mapping.reportsItemFailures);
    const hasFailed = ({ messageId }: SqsMessage) =>
      failures === 'all' || (failures !== 'none' && failures.has(messageId));
    await forget(messages.filter((message) => !hasFailed(message)));
    // Invocations that are cut off by the end of this process have not failed.
    if (stop.pending()) return;
    const failed = messages.filter(hasFailed);
    await Promise.all(failed.map(({ receiptHandle }) => queues.fail(mapping.queueArn, receiptHandle)));
  }

  async function forget(messages: SqsMessage[]): Promise<void> {
    await Promise.all(messages.map(({ receiptHandle }) => queues.delete(mapping.queueArn, receiptHandle)));
  }

  async function run(): Promise<void> {
    while (!stop.pending()) {
      slotFreed.clear();
      if (deliveries.size >= concurrency) {
        await slotFreed.wait();
        continue;
      }
      try {
        const messages = await nextBatch();
        // Received just before the end: the next start returns messages in flight.
        if (messages.length > 0 && !stop.pending()) start(messages);
        gathering = false;
      } catch (error) {
        if (stop.pending() || poll.signal.aborted) continue;
        report(error);
        await stop.wait(restAfterErrorMilliseconds);
      }
    }
  }

  function start(messages: SqsMessage[]): void {
    const delivery = deliver(messages)
      .catch(report)
      .finally(() => {
        deliveries.delete(delivery);
        slotFreed.wake();
      });
    deliveries.add(delivery);
  }

  function report(error: unknown): void {
    if (!stop.pending()) log(`${mapping.name}: ${error instanceof Error ? error.message : String(error)}`);
  }

  const running = run();
  return {
    name: mapping.name,
    idle: () => deliveries.size === 0 && !gathering,
    async stop() {
      stop.wake();
      slotFreed.wake();
      poll.abort();
      await running;
      await Promise.all(deliveries);
    },
  };
}

/** A body that is JSON is filtered by its members, as Lambda does; a message that no pattern wants is deleted. */
function messageFilter(patterns: unknown[]): (message: SqsMessage) => boolean {
  const passes = recordFilter(patterns);
  return (message) => passes({ ...message, body: parsedBody(message.body) });
}

function parsedBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
