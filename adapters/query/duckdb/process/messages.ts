import type { LeftOut } from '../../../../domain/query/query-engine.ts';
import type { ResultColumn } from '../../../../sql/compile-query.ts';
import type { FirstRows } from '../../../../sql/first-rows.ts';

/** Paths of Parquet files on this machine by the tables whose rows they hold. */
export type TablePaths = readonly (readonly [table: string, paths: readonly string[]])[];

/** What every order says. A process works on one at a time. */
export interface OrderOfOwner {
  /** The same in all orders to a process. */
  ownerId: string;
}

/** One query over files of an owner. */
export interface Order extends OrderOfOwner {
  tables: TablePaths;
  leftOut: LeftOut;
  /** The compiled query, which the gate looks at. */
  sql: string;
  columns: readonly ResultColumn[];
  /** Of a query for first rows. */
  first?: FirstRows;
  /** A statement that writes the query's rows to a file, instead of giving them. */
  export?: { sql: string; path: string };
}

/** A column of what was written, with its type in DuckDB. */
export interface NamedType {
  name: string;
  type: string;
}

export type ToProcess<Given extends OrderOfOwner = OrderOfOwner> =
  | { kind: 'run'; order: Given }
  /** Asks for more rows. */
  | { kind: 'more' }
  /** Ends the query; `ended` comes when it has. */
  | { kind: 'stop' };

export type FromProcess =
  /** Rows as lines of JSON, each with a line feed. With the last of them the query has ended. */
  | { kind: 'rows'; lines: Uint8Array; last: boolean }
  | { kind: 'exported'; rows: number; columns?: readonly NamedType[] }
  | { kind: 'failed'; message: string }
  | { kind: 'ended' };
