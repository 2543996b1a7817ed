import type { Clock } from '../clock.ts';
import type { Database } from './guarded-database.ts';
import type { History } from './history.ts';
import type { Streams } from './streams.ts';
import type { Tables } from './tables.ts';
import type { TransactionTokens } from './transaction-tokens.ts';
import type { WriteLock } from './write-lock.ts';

/** What the engine's parts share. */
export interface Engine {
  database: Database;
  tables: Tables;
  streams: Streams;
  history: History;
  tokens: TransactionTokens;
  lock: WriteLock;
  clock: Clock;
  /** Tells those who wait for a table's stream that there are new records. */
  announce(tableName: string): void;
}
