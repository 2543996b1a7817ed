import type { Clock } from '../clock.ts';
import { listen } from '../http/http-listener.ts';
import type { Guard } from '../iam/guard.ts';
import type { Marks } from '../state/marks/lost-data.ts';
import { openDatabase } from './database.ts';
import type { Engine } from './engine.ts';
import type { Database } from './guarded-database.ts';
import { earliestMoment, openHistory } from './history.ts';
import type { Item } from './items/item.ts';
import { loadItems } from './items/load-items.ts';
import { writeLock } from './items/write-lock.ts';
import { dynamoDbHandler } from './server.ts';
import { openStreams, type StreamRecord } from './streams.ts';
import { ensureTable, type TableNames } from './tables/ensure-table.ts';
import { emptyTable } from './tables/rebuild-table.ts';
import type { TableDefinition } from './tables/table-definition.ts';
import { loadTables } from './tables/tables.ts';
import { expireItems } from './time-to-live.ts';
import { loadTransactionTokens } from './transactions/transaction-tokens.ts';

export type { Item } from './items/item.ts';
export type { StreamRecord } from './streams.ts';
export type { TableNames } from './tables/ensure-table.ts';
export type { StreamViewType, TableDefinition } from './tables/table-definition.ts';

export interface DynamoDbOptions {
  /** The folder of the tables; created if it is missing. Only one process at a time may use it. */
  dir: string;
  host: string;
  /** If absent or 0, any free port. */
  port?: number;
  /** The clock of items' times to live, of stream records and of transactions' tokens. */
  clock: Clock;
  /** Flushes every write to the disk before it is acknowledged. Only a power failure makes this necessary, not a killed process. */
  sync?: boolean;
  /** Called when changes are refused because of the disk, and when they are accepted again. */
  log?: (line: string) => void;
  /** Decides which calls are allowed. If absent, all calls are allowed. */
  guard?: Guard;
  /** Where the progress of the tables is recorded. If absent, missing data is not noticed. */
  marks?: Marks;
}

/** The embedded DynamoDB. It speaks the wire protocol of DynamoDB and of its streams at `endpoint`. */
export interface DynamoDbEngine {
  endpoint: string;
  close(): Promise<void>;
  /** Creates a table, or rebuilds it, keeping its rows, when its keys or indexes have changed. */
  ensureTable(definition: TableDefinition): Promise<TableNames>;
  /**
   * Records of a table's stream after a position, oldest first; without a position, from the oldest record. `next` is the
   * position after the last record, also if there were none.
   */
  readStream(
    tableName: string,
    after: string | undefined,
    limit: number,
  ): Promise<{ records: StreamRecord[]; next: string }>;
  /** Deletes the records up to and including a position. Records are deleted in no other way: they wait for their reader. */
  trimStream(tableName: string, upTo: string): Promise<void>;
  /** Calls the listener whenever a table's stream has new records. Returns a function that removes the listener. */
  onWrite(listener: (tableName: string) => void): () => void;
  /** Deletes expired items and returns their number. They are deleted in no other way. */
  expireItems(): Promise<number>;
  /** Deletes the history that is older than any possible restore. It is deleted in no other way. */
  trimHistory(): Promise<void>;
  /** Deletes the items of a table but those to keep, and the records of its stream, without new records. For tests. */
  emptyTable(tableName: string, isKept: (item: Item) => boolean): Promise<void>;
  /** Puts many items at once, with their index rows but without stream records, and returns their number. For benchmarks. */
  loadItems(tableName: string, items: Iterable<Item> | AsyncIterable<Item>): Promise<number>;
}

/**
 * Starts the engine on the state in a directory.
 *
 * @throws Error when another process is using the directory or the port is taken
 */
export async function startDynamoDb(options: DynamoDbOptions): Promise<DynamoDbEngine> {
  const { dir, clock, guard, sync = false, log = console.error, marks, ...address } = options;
  const database = await openDatabase(dir, { sync, log, marks });
  const listeners = new Set<(tableName: string) => void>();
  const engine = await openEngine(database, clock, listeners);
  const listener = await listen(dynamoDbHandler(engine, guard), address).catch(async (error) => {
    await database.close();
    throw error;
  });
  return {
    endpoint: listener.endpoint,
    async close() {
      await listener.close();
      // Writes within this process, such as a load or a sweep, finish their batch.
      await engine.lock.hold(engine.tables.names(), () => database.close());
    },
    ensureTable: (definition) => ensureTable(engine, definition),
    readStream: (tableName, after, limit) => engine.streams.read(tableName, after, limit),
    trimStream: (tableName, upTo) => engine.streams.trim(tableName, upTo),
    onWrite(heard) {
      listeners.add(heard);
      return () => void listeners.delete(heard);
    },
    expireItems: () => expireItems(engine),
    async trimHistory() {
      for (const name of engine.tables.names()) {
        await engine.history.trim(name, earliestMoment(engine.tables.get(name), clock.now()));
      }
    },
    emptyTable: (tableName, isKept) => emptyTable(engine, tableName, isKept),
    loadItems: (tableName, items) => loadItems(engine, tableName, items),
  };
}

async function openEngine(
  database: Database,
  clock: Clock,
  listeners: Set<(tableName: string) => void>,
): Promise<Engine> {
  return {
    database,
    tables: await loadTables(database),
    streams: await openStreams(database, clock),
    history: openHistory(database, clock),
    tokens: await loadTransactionTokens(database, clock),
    lock: writeLock(),
    clock,
    announce(tableName) {
      // Called later, so that an error of a listener does not make a successful write look failed.
      for (const heard of listeners) queueMicrotask(() => heard(tableName));
    },
  };
}
