import type { Clock } from '../clock.ts';
import type { DynamoDbEngine } from '../dynamodb/index.ts';
import type { StreamMappingPlan } from '../template/plan-event-source-mappings.ts';
import type { InvocationOutcome } from './event-source.ts';
import type { StreamPositions } from './stream-positions.ts';
import { type StreamSource, startStreamSource } from './stream-source.ts';

export interface TableSourcesOptions {
  database: Pick<DynamoDbEngine, 'readStream' | 'trimStream' | 'onWrite'>;
  positions: StreamPositions;
  invoke(functionName: string, event: unknown): Promise<InvocationOutcome>;
  clock: Clock;
  /** Sends a notice to a mapping's on-failure queue. */
  sendNotice(queueArn: string, body: string): Promise<unknown>;
  log(line: string): void;
}

/** The sources of all tables' streams. */
export interface TableSources {
  idle(): boolean;
  stop(): Promise<void>;
}

/** Starts a source for each mapping; a table's records are kept until every source of the table has processed them. */
export function startTableSources(mappings: StreamMappingPlan[], options: TableSourcesOptions): TableSources {
  const { database, positions } = options;
  const sources = mappings
    .filter(({ enabled }) => enabled)
    .map((mapping) => ({ tableName: mapping.tableName, source: startOne(mapping) }));

  function startOne(mapping: StreamMappingPlan): StreamSource {
    const { name, tableName, functionName, onFailureQueueArn } = mapping;
    const siblings = mappings.filter((one) => one.enabled && one.tableName === tableName).map((one) => one.name);
    return startStreamSource({
      mapping,
      reader: {
        read: async (after, limit) => (await database.readStream(tableName, after, limit)).records,
        position: () => positions.of(name),
        async done(sequenceNumber) {
          await positions.save(name, sequenceNumber);
          const finished = positions.behindAll(siblings);
          if (finished !== undefined) await database.trimStream(tableName, finished);
        },
      },
      invoke: (event) => options.invoke(functionName, event),
      clock: options.clock,
      sendNotice: async (body) => {
        if (onFailureQueueArn) await options.sendNotice(onFailureQueueArn, body);
      },
      log: options.log,
    });
  }

  const deaf = database.onWrite((tableName) => {
    for (const one of sources) if (one.tableName === tableName) one.source.wake();
  });
  return {
    idle: () => sources.every(({ source }) => source.idle()),
    async stop() {
      deaf();
      await Promise.all(sources.map(({ source }) => source.stop()));
    },
  };
}
