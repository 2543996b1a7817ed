import type { Catalogue, CatalogueTable } from '../catalogue.ts';
import type { Surroundings } from '../functions/row.ts';
import type { ColumnId, Expr } from '../plan/expressions.ts';
import type { CommonTable, Plan } from '../plan/plans.ts';
import type { WindowSpecification } from '../syntax/expressions.ts';
import type { Scope, ScopeColumn } from './scope.ts';

/** A table of WITH with its columns. */
export interface NamedTable {
  table: CommonTable;
  columns: ScopeColumn[];
  /** Set while the step of a recursion is resolved: the column that counts steps, and its id where it was read. */
  steps?: { count: ColumnId; read?: ColumnId };
}

/** State during the resolution of one query. */
export interface ResolutionState extends Surroundings {
  catalogue: Catalogue;
  /** Columns of keys that tables are located by, with the name of the column of the row's location. */
  locatedBy: Map<ColumnId, string>;
  /** The tables that are read, by name. */
  tables: Map<string, CatalogueTable>;
  /** Keys that the query searches in those columns, with the columns of the rows' locations. */
  located: Map<string, Set<ColumnId>>;
  /** In the order in which they must be written. */
  commonTables: CommonTable[];
  nextId(): ColumnId;
  /** Number of reads of common tables: a chain of tables that each read the one before twice grows exponentially. */
  reads: { count: number };
  /** Whether infinite numbers are created on purpose. */
  makesInfinities: boolean;
}

/** The context of an expression: the names that it sees, and the constructs that it may contain. */
export interface ExpressionContext {
  state: ResolutionState;
  scope: Scope;
  with: ReadonlyMap<string, NamedTable>;
  /** Name in messages: `WHERE clause`. */
  clause: string;
  aggregates: boolean;
  windows: boolean;
  /** The enclosing aggregate function, which may not contain another. */
  aggregateAt?: number;
  namedWindows: ReadonlyMap<string, WindowSpecification>;
}

/** A query with its output columns. */
export interface Resolved {
  plan: Plan;
  columns: ScopeColumn[];
  /** The expression of each column, so that a set operation can convert constants. */
  values?: Expr[];
}
