import type { Query } from './queries.ts';

/** A node with the offset of its first character in the query. */
export interface Node {
  at: number;
}

export interface Name extends Node {
  text: string;
}

export type LiteralType =
  | 'NULL'
  | 'BOOL'
  | 'INT64'
  | 'FLOAT64'
  | 'STRING'
  | 'BYTES'
  | 'DATE'
  | 'TIMESTAMP'
  | 'DATETIME'
  | 'TIME'
  | 'NUMERIC';

export interface Literal extends Node {
  kind: 'literal';
  type: LiteralType;
  /** As written; strings with their escapes decoded, bytes as one character each. */
  value: string;
}

export interface Path extends Node {
  kind: 'path';
  names: Name[];
}

export interface SortKey extends Node {
  value: Expression;
  descending: boolean;
  nullsFirst?: boolean;
}

export interface Frame extends Node {
  unit: 'ROWS' | 'RANGE';
  from: FrameBound;
  to: FrameBound;
}

export interface FrameBound extends Node {
  direction: 'PRECEDING' | 'FOLLOWING' | 'CURRENT';
  /** Absent: unbounded, or the current row. */
  distance?: Expression;
}

export interface WindowSpecification extends Node {
  base?: Name;
  partitionBy: Expression[];
  orderBy: SortKey[];
  /** Offset of ORDER BY. */
  orderAt?: number;
  frame?: Frame;
}

export interface Argument extends Node {
  /** The name in `name => value`. */
  name?: string;
  value: Expression;
}

export interface Call extends Node {
  kind: 'call';
  /** In capitals, with its namespace if there is one: `NET.HOST`. */
  name: string;
  /** Set for `SAFE.f(…)`. */
  safe: boolean;
  args: Argument[];
  star: boolean;
  distinct: boolean;
  nulls?: 'IGNORE' | 'RESPECT';
  having?: { max: 'MAX' | 'MIN'; by: Expression };
  orderBy: SortKey[];
  limit?: Expression;
  over?: WindowSpecification;
}

/** A type as written: `ARRAY<STRUCT<a INT64>>`. */
export interface TypeName extends Node {
  name: string;
  element?: TypeName;
  fields?: { name: string; type: TypeName }[];
}

/** A part of a date: `WEEK(MONDAY)` has the name WEEK and the day MONDAY. */
export interface DatePart extends Node {
  name: string;
  day?: string;
}

export type Expression =
  | Literal
  | Path
  | Call
  | (Node & { kind: 'unary'; op: '-' | '+' | '~' | 'NOT'; operand: Expression })
  | (Node & { kind: 'binary'; op: string; left: Expression; right: Expression })
  | (Node & { kind: 'logical'; op: 'AND' | 'OR'; operands: Expression[] })
  | (Node & { kind: 'is'; not: boolean; what: 'NULL' | 'TRUE' | 'FALSE'; operand: Expression })
  | (Node & { kind: 'distinctFrom'; not: boolean; left: Expression; right: Expression })
  | (Node & { kind: 'between'; opAt: number; not: boolean; operand: Expression; low: Expression; high: Expression })
  | (Node & { kind: 'like'; not: boolean; operand: Expression; patterns: Expression[]; quantifier?: 'ANY' | 'ALL' })
  | (Node & { kind: 'inList'; opAt: number; not: boolean; operand: Expression; list: Expression[] })
  | (Node & { kind: 'inArray'; opAt: number; not: boolean; operand: Expression; array: Expression })
  | (Node & { kind: 'inQuery'; opAt: number; not: boolean; operand: Expression; query: Query })
  | (Node & {
      kind: 'case';
      operand?: Expression;
      branches: { when: Expression; value: Expression }[];
      otherwise?: Expression;
    })
  | (Node & { kind: 'cast'; safe: boolean; operand: Expression; type: TypeName; format?: Expression })
  | (Node & { kind: 'extract'; part: DatePart; operand: Expression; zone?: Expression })
  | (Node & { kind: 'interval'; amount: Expression; part: DatePart })
  | (Node & { kind: 'array'; element?: TypeName; elements: Expression[] })
  | (Node & { kind: 'struct'; type?: TypeName; fields: { name?: string; value: Expression }[] })
  | (Node & { kind: 'query'; query: Query })
  | (Node & { kind: 'exists'; query: Query })
  | (Node & { kind: 'arrayQuery'; query: Query })
  | (Node & { kind: 'index'; base: Expression; index: Expression; from: 'OFFSET' | 'ORDINAL' | 'NONE'; safe: boolean })
  | (Node & { kind: 'field'; base: Expression; name: Name });
