import type { LeftOut } from '../../../../domain/query/query-engine.ts';
import type { ResultColumn } from '../../../../sql/compile-query.ts';
import type { FirstRows } from '../../../../sql/first-rows.ts';

/** Paths of Parquet files on the local disk by table. */
export type TablePaths = readonly (readonly [table: string, paths: readonly string[]])[];

/** The members of every order. A process executes one order at a time. */
export interface OrderOfOwner {
  /** A process serves one owner, so all of its orders have the same. */
  ownerId: string;
}

/** One query over files of an owner. */
export interface Order extends OrderOfOwner {
  tables: TablePaths;
  leftOut: LeftOut;
  /** The compiled query, which the gate checks. */
  sql: string;
  columns: readonly ResultColumn[];
  /** Set for a query for the first rows in some order. */
  first?: FirstRows;
  /** A statement that writes the query's rows to a file, in place of returning them. */
  export?: { sql: string; path: string };
}

/** A column of the written file, with its type in DuckDB. */
export interface NamedType {
  name: string;
  type: string;
}

export type ToProcess<Given extends OrderOfOwner = OrderOfOwner> =
  | { kind: 'run'; order: Given }
  /** Requests more rows. */
  | { kind: 'more' }
  /** Cancels the query; `ended` follows when it has ended. */
  | { kind: 'stop' };

export type FromProcess =
  /** Rows as JSON lines, each with a line feed. The query has ended with the last of them. */
  | { kind: 'rows'; lines: Uint8Array; last: boolean }
  | { kind: 'exported'; rows: number; columns?: readonly NamedType[] }
  | { kind: 'failed'; message: string }
  | { kind: 'ended' };
