import type { CatalogueTable } from '../catalogue.ts';
import type { Aggregate, ColumnId, Expr, SortKey, WindowCall } from './expressions.ts';

export interface Computed<T = Expr> {
  id: ColumnId;
  value: T;
}

/** A query as steps, each of which takes the rows of the one before. */
export type Plan =
  /** One row without columns. */
  | { kind: 'row' }
  /** The only step that reads a stored table, with the columns that the query uses. */
  | { kind: 'scan'; table: CatalogueTable; columns: { id: ColumnId; index: number }[] }
  | { kind: 'common'; table: CommonTable; columns: { id: ColumnId; from: ColumnId }[] }
  | { kind: 'join'; type: 'INNER' | 'CROSS' | 'LEFT' | 'RIGHT' | 'FULL'; left: Plan; right: Plan; on?: Expr }
  | { kind: 'unnest'; input: Plan; array: Expr; element: ColumnId; offset?: ColumnId; outer: boolean; on?: Expr }
  | { kind: 'filter'; input: Plan; on: Expr }
  | { kind: 'aggregate'; input: Plan; keys: Computed[]; aggregates: Computed<Aggregate>[]; sets?: ColumnId[][] }
  | { kind: 'window'; input: Plan; windows: Computed<WindowCall>[] }
  | { kind: 'project'; input: Plan; columns: Computed[] }
  | { kind: 'distinct'; input: Plan }
  | { kind: 'sample'; input: Plan; fraction: number }
  | { kind: 'sort'; input: Plan; keys: SortKey[]; limit?: bigint; offset?: bigint; output: ColumnId[] }
  | { kind: 'set'; op: string; inputs: { plan: Plan; columns: ColumnId[] }[]; columns: ColumnId[] };

/** A table of WITH, written once and read wherever it is named. */
export interface CommonTable {
  number: number;
  /** Whether a step reads it; otherwise it is not written. */
  read: boolean;
  plan: Plan;
  columns: ColumnId[];
  /** The step of a recursion, whose rows are added until it returns none. */
  step?: { plan: Plan; columns: ColumnId[] };
}
