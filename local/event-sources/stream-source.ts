import type { Clock } from '../clock.ts';
import type { StreamRecord } from '../dynamodb/index.ts';
import type { StreamMappingPlan } from '../template/plan-event-source-mappings.ts';
import { recordFilter } from './event-filter.ts';
import type { EventSource, InvokeFunction } from './event-source.ts';
import { onFailureNotice } from './on-failure-notice.ts';
import { deliverRecords } from './stream-delivery.ts';
import { wakeSignal } from './wake-signal.ts';

/** One table's stream, with the position of this source in it. */
export interface StreamReader {
  /** The oldest records after a sequence number (undefined: from the beginning), at most `limit`. */
  read(after: string | undefined, limit: number): Promise<StreamRecord[]>;
  position(): string | undefined;
  /** Records, durably, that everything up to this position is processed. */
  done(sequenceNumber: string): Promise<void>;
}

export interface StreamSourceOptions {
  mapping: StreamMappingPlan;
  reader: StreamReader;
  invoke: InvokeFunction;
  clock: Clock;
  /** Sends the on-failure notice, when the mapping has a destination. */
  sendNotice?: ((body: string) => Promise<void>) | undefined;
  log(line: string): void;
}

export interface StreamSource extends EventSource {
  /** Call it when the table was written: the source reads at once. */
  wake(): void;
}

const defaultBatchSize = 100;
/** How long the source pauses after a failure to read or to store its position. */
const restAfterErrorMilliseconds = 1_000;

/** Moves a table's changes to a function, in order, as a Lambda event source mapping on a DynamoDB stream does. */
export function startStreamSource(options: StreamSourceOptions): StreamSource {
  const { mapping, reader, clock } = options;
  const news = wakeSignal();
  const stop = wakeSignal();
  let waiting = false;
  const batchSize = mapping.batchSize ?? defaultBatchSize;
  const window = (mapping.maximumBatchingWindowSeconds ?? 0) * 1000;

  async function nextBatch(): Promise<StreamRecord[]> {
    const records = await reader.read(reader.position(), batchSize);
    if (records.length === 0 || records.length >= batchSize || window === 0) return records;
    await stop.wait(window);
    return reader.read(reader.position(), batchSize);
  }

  function deliver(records: StreamRecord[]): Promise<boolean> {
    return deliverRecords(
      {
        streamArn: mapping.streamArn,
        filter: recordFilter(mapping.filters),
        invoke: options.invoke,
        clock,
        reportsItemFailures: mapping.reportsItemFailures,
        bisectsOnError: mapping.bisectsOnError,
        maximumRetryAttempts: mapping.maximumRetryAttempts ?? -1,
        maximumRecordAgeSeconds: mapping.maximumRecordAgeSeconds ?? -1,
        done: reader.done,
        async givenUp(batch) {
          options.log(`${mapping.name}: gave up ${batch.records.length} stream record(s): ${batch.reason}`);
          await options.sendNotice?.(JSON.stringify(onFailureNotice(batch, mapping, clock.now())));
        },
        async pause(milliseconds) {
          await stop.wait(milliseconds);
          return !stop.pending();
        },
      },
      records,
    );
  }

  async function run(): Promise<void> {
    while (!stop.pending()) {
      news.clear();
      try {
        const records = await nextBatch();
        if (stop.pending()) return;
        if (records.length > 0) await deliver(records);
        else {
          waiting = true;
          await news.wait();
          waiting = false;
        }
      } catch (error) {
        if (stop.pending()) return;
        options.log(`${mapping.name}: ${error instanceof Error ? error.message : String(error)}`);
        await stop.wait(restAfterErrorMilliseconds);
      }
    }
  }

  const running = run();
  return {
    name: mapping.name,
    idle: () => waiting && !news.pending(),
    wake: () => news.wake(),
    async stop() {
      stop.wake();
      news.wake();
      await running;
    },
  };
}
