import type { Clock } from '../clock.ts';
import type { Database } from './guarded-database.ts';
import type { History } from './history.ts';
import type { WriteLock } from './items/write-lock.ts';
import type { Streams } from './streams.ts';
import type { Tables } from './tables/tables.ts';
import type { TransactionTokens } from './transactions/transaction-tokens.ts';

/** State and services that the engine's parts share. */
export interface Engine {
  database: Database;
  tables: Tables;
  streams: Streams;
  history: History;
  tokens: TransactionTokens;
  lock: WriteLock;
  clock: Clock;
  /** Wakes the readers of a table's stream when there are new records. */
  announce(tableName: string): void;
}
