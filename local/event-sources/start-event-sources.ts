import type { Clock } from '../clock.ts';
import type { DynamoDbEngine } from '../dynamodb/index.ts';
import type { LambdaPool } from '../lambda/create-lambda-pool.ts';
import { type LateGdal, needsGdal } from '../lambda/late-gdal.ts';
import type { SqsEngine } from '../sqs/start-sqs.ts';
import type {
  EventSourceMappingPlan,
  QueueMappingPlan,
  StreamMappingPlan,
} from '../template/plan-event-source-mappings.ts';
import { startSqsSource } from './sqs-source.ts';
import { startLater } from './start-later.ts';
import { openStreamPositions } from './stream-positions.ts';
import { startTableSources } from './table-sources.ts';

export interface EventSourcesOptions {
  /** The folder of the positions in streams. */
  dir: string;
  dynamodb: DynamoDbEngine;
  sqs: SqsEngine;
  clock: Clock;
  invoke: LambdaPool['invoke'];
  /** Messages for functions that need GDAL stay in their queues until it is there. */
  gdal?: LateGdal | undefined;
  log(line: string): void;
}

/** Everything that moves messages and table changes to functions. */
export interface EventSources {
  /** True while nothing is being delivered and no table change waits. Waiting messages are counted by the queues. */
  idle(): boolean;
  stop(): Promise<void>;
}

/** Starts a source for each enabled mapping; those of functions that need GDAL, once it is there. */
export async function startEventSources(
  mappings: EventSourceMappingPlan[],
  { dir, dynamodb, sqs, clock, invoke, gdal, log }: EventSourcesOptions,
): Promise<EventSources> {
  const queueMappings = mappings.filter((one): one is QueueMappingPlan => one.kind === 'queue' && one.enabled);
  // The consumers of these messages died with the last process through no fault of the messages: there is no reason to wait for their
  // visibility timeouts, and the receives do not count.
  await Promise.all(queueMappings.map(({ queueArn }) => sqs.release(queueArn)));
  const queueSources = queueMappings.map((mapping) => {
    const start = () =>
      startSqsSource({
        mapping,
        queues: sqs,
        invoke: (event, traceHeaders = []) =>
          invoke(mapping.functionName, event, { cause: { from: mapping.queueName, traceHeaders } }),
        log,
      });
    return gdal && needsGdal(mapping.functionName) ? startLater(mapping.name, gdal.ended, start) : start();
  });
  const tableSources = startTableSources(
    mappings.filter((one): one is StreamMappingPlan => one.kind === 'stream'),
    { database: dynamodb, positions: openStreamPositions(dir), invoke, clock, sendNotice: sqs.send, log },
  );
  const sources = [...queueSources, tableSources];
  return {
    idle: () => sources.every((source) => source.idle()),
    stop: async () => void (await Promise.all(sources.map((source) => source.stop()))),
  };
}
