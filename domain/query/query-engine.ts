import type { ObjectVersion } from '../files/object-store.ts';
import type { CompiledQuery } from './compile-query.ts';

/** A row by the names of the result's columns, with values that JSON can hold. */
export type ResultRow = Record<string, unknown>;

export interface QueryLimits {
  rows: number;
  /** Of the answer as JSON. */
  bytes: number;
  milliseconds: number;
}

export interface QueryResult {
  rows: ResultRow[];
  /** Whether there were more rows than the limits allow. */
  truncated: boolean;
}

/** Runs compiled queries over the data of one owner, and of nobody else. */
export interface QueryEngine {
  /** @throws Problem for what the data makes of the query: a division by zero, a value that cannot be cast, too much time or memory. */
  run(ownerId: string, query: CompiledQuery, limits: QueryLimits): Promise<QueryResult>;
  /**
   * The rows as one GeoParquet file; undefined when there are none.
   *
   * @throws Problem for the same, for a query without a geography, and for a file of more than so many bytes.
   */
  exported(ownerId: string, query: CompiledQuery, limits: Omit<QueryLimits, 'rows'>): Promise<Uint8Array | undefined>;
}

/** Files of the lake by the tables whose rows they hold. */
export type TableFiles = ReadonlyMap<string, readonly ObjectVersion[]>;

/** Which files of the lake an owner's queries read. */
export interface LakeDirectory {
  /** The files of some tables that readers see, each table at one moment. */
  files(ownerId: string, tables: readonly string[]): Promise<TableFiles>;
}
