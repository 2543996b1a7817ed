import type { Shape } from '../geography/shape.ts';
import type { SpatialRelation } from '../geography/spatial-index.ts';
import type { SqlType } from '../types/sql-type.ts';
import type { Plan } from './plans.ts';

/** A column of a plan. Ids are unique in a query, so that names are not needed after resolving. */
export type ColumnId = number;

/** Templates of the engines: `$1` is the first argument, `$*` all of them, `$1.x` the longitude of a point. */
export interface EngineText {
  duckdb: string;
  trino: string;
}

export interface SortKey {
  value: Expr;
  descending: boolean;
  nullsFirst: boolean;
}

export interface WindowFrame {
  unit: 'ROWS' | 'RANGE';
  from: FrameBound;
  to: FrameBound;
}

export interface FrameBound {
  direction: 'PRECEDING' | 'FOLLOWING' | 'CURRENT';
  /** A constant of rows, or of the sort key's type. Absent: unbounded, or the current row. */
  distance?: Expr;
}

export interface Window {
  partitionBy: Expr[];
  orderBy: SortKey[];
  frame?: WindowFrame;
}

interface Base {
  /** Offset in the query, for errors that are found later. */
  at: number;
  type: SqlType;
}

export interface Aggregate extends Base {
  kind: 'aggregate';
  name: string;
  text: EngineText;
  /** The template if the first argument is a point stored as degrees. */
  points?: EngineText;
  args: Expr[];
  distinct: boolean;
  ignoreNulls: boolean;
  orderBy: SortKey[];
  limit?: number;
}

export interface WindowCall extends Base {
  kind: 'window';
  text: EngineText;
  args: Expr[];
  distinct: boolean;
  ignoreNulls: boolean;
  over: Window;
}

export type SubqueryMode = 'scalar' | 'exists' | 'array' | 'in';

export interface Subquery extends Base {
  kind: 'subquery';
  mode: SubqueryMode;
  /** The searched value, for mode `in`. */
  operand?: Expr;
  plan: Plan;
  output: ColumnId;
  /** Columns of the outer query that it reads, with their present ids there. */
  outer: Map<ColumnId, ColumnId>;
}

export interface Literal extends Base {
  kind: 'literal';
  /** Dates and times as ISO text in UTC; bytes as one character each; NUMERIC as text. */
  value: null | boolean | bigint | number | string;
  /** Set for a NULL in a STRUCT without a type, which takes the type that other values of its field have. */
  isUntyped?: true;
}

export interface Call extends Base {
  kind: 'call';
  text: EngineText;
  args: Expr[];
  /** The template if the first argument is a point stored as degrees. */
  points?: EngineText;
  /** The template if the second argument is a point stored as degrees. */
  pointSecond?: EngineText;
  /**
   * Set if it is false for two disjoint geographies, its first arguments, so that their boxes can be compared first.
   */
  meeting?: true;
  /**
   * The relation of its geographies, by which tables can be joined; `near` is within the metres of its third argument,
   * a constant.
   */
  relation?: SpatialRelation | 'near';
  /** The template in a query that may compute NaN. */
  withNaN?: EngineText;
  /** Set if it is true only for rows of a key, which are all in the box of that key. */
  located?: { key: string; point: Expr };
}

export type Expr =
  | Literal
  /** `isUncut`: only its vertices matter, so that its edges stay whole where others are cut for a map. */
  | (Base & { kind: 'shape'; shape: Shape; isUncut?: true })
  | (Base & { kind: 'column'; id: ColumnId })
  | Call
  | (Base & { kind: 'cast'; operand: Expr; safe: boolean })
  | (Base & { kind: 'logical'; op: 'AND' | 'OR'; operands: Expr[] })
  | (Base & { kind: 'case'; branches: { when: Expr; value: Expr }[]; otherwise?: Expr })
  | (Base & { kind: 'inList'; operand: Expr; list: Expr[] })
  /** An array with an explicit type has only that type, whatever its elements could be. */
  | (Base & { kind: 'array'; elements: Expr[]; isTyped?: boolean })
  | (Base & { kind: 'struct'; fields: Expr[] })
  | (Base & { kind: 'field'; base: Expr; index: number })
  | (Base & { kind: 'interval'; amount: Expr; unit: string })
  | Subquery
  | Aggregate
  | WindowCall;
