import type { Catalogue, CatalogueTable } from '../catalogue.ts';
import type { Surroundings } from '../functions/row.ts';
import type { ColumnId, Expr } from '../plan/expressions.ts';
import type { CommonTable, Plan } from '../plan/plans.ts';
import type { WindowSpecification } from '../syntax/expressions.ts';
import type { Scope, ScopeColumn } from './scope.ts';

/** A table of WITH and the columns that its name stands for. */
export interface NamedTable {
  table: CommonTable;
  columns: ScopeColumn[];
  /** While the steps of a recursion are resolved: the column that counts them, and as which it was read. */
  steps?: { count: ColumnId; read?: ColumnId };
}

/** What lasts while one query is resolved. */
export interface Context extends Surroundings {
  catalogue: Catalogue;
  /** Columns of keys that tables are located by, with the name of the column that holds the row's place. */
  locatedBy: Map<ColumnId, string>;
  /** What is read, by name. */
  tables: Map<string, CatalogueTable>;
  /** Keys that the query looks for in those columns, with the columns of the rows' places. */
  located: Map<string, Set<ColumnId>>;
  /** In the order in which they have to be written. */
  commonTables: CommonTable[];
  nextId(): ColumnId;
  /** How often common tables were read: a chain of tables that read the one before twice grows without bound. */
  reads: { count: number };
  /** Whether numbers that are infinite are made on purpose. */
  makesInfinities: boolean;
}

/** Where an expression stands: what it sees, and what may be in it. */
export interface Place {
  context: Context;
  scope: Scope;
  with: ReadonlyMap<string, NamedTable>;
  /** For messages: `WHERE clause`. */
  clause: string;
  aggregates: boolean;
  windows: boolean;
  /** The aggregate function that is around, which may not be around another. */
  aggregateAt?: number;
  namedWindows: ReadonlyMap<string, WindowSpecification>;
}

/** A query with the columns that it gives. */
export interface Resolved {
  plan: Plan;
  columns: ScopeColumn[];
  /** Of each column, what it was made of; so that a set operation can convert constants. */
  values?: Expr[];
}
