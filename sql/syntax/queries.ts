import type { Expression, Name, Node, SortKey, WindowSpecification } from './expressions.ts';

export interface Query extends Node {
  recursive: boolean;
  with: CommonTable[];
  body: QueryBody;
  orderBy: SortKey[];
  /** Offset of ORDER BY. */
  orderAt?: number;
  limit?: Expression;
  offset?: Expression;
}

export interface CommonTable extends Node {
  name: Name;
  query: Query;
}

export type QueryBody = Select | SetOperation | (Node & { kind: 'nested'; query: Query });

export interface SetOperation extends Node {
  kind: 'set';
  op: 'UNION ALL' | 'UNION' | 'INTERSECT' | 'INTERSECT ALL' | 'EXCEPT' | 'EXCEPT ALL';
  /** Two or more; more than two only with one operator, from left to right. */
  operands: QueryBody[];
}

export interface Select extends Node {
  kind: 'select';
  distinct: boolean;
  asStruct: boolean;
  items: SelectItem[];
  from?: TableExpression;
  where?: Expression;
  groupBy?: GroupBy;
  having?: Expression;
  qualify?: Expression;
  windows: { name: Name; window: WindowSpecification }[];
}

export interface GroupBy extends Node {
  all: boolean;
  /** One key each, or several sets of keys. */
  keys: Expression[];
  /** GROUPING SETS, ROLLUP and CUBE, as indices into the keys. */
  sets?: number[][];
}

export interface StarModifiers {
  except: Name[];
  replace: { name: Name; value: Expression }[];
}

export type SelectItem =
  | (Node & { kind: 'expression'; value: Expression; alias?: Name })
  | (Node & StarModifiers & { kind: 'star'; of?: Expression });

export type TableExpression =
  | (Node & { kind: 'table'; names: Name[]; alias?: Name; sample?: Sample })
  | (Node & { kind: 'derived'; query: Query; alias?: Name; sample?: Sample })
  | (Node & { kind: 'pivoted'; input: TableExpression; pivot: Pivot | Unpivot; alias?: Name })
  | (Node & { kind: 'unnest'; array: Expression; alias?: Name; offset?: Name })
  | (Node & {
      kind: 'join';
      type: JoinType;
      left: TableExpression;
      right: TableExpression;
      on?: Expression;
      using?: Name[];
    });

export type JoinType = 'INNER' | 'CROSS' | 'LEFT' | 'RIGHT' | 'FULL';

export interface Sample extends Node {
  amount: number;
  unit: 'PERCENT' | 'ROWS';
}

export interface Pivot extends Node {
  kind: 'pivot';
  aggregates: { value: Expression; alias?: Name }[];
  over: Expression;
  values: { value: Expression; alias?: Name }[];
}

export interface Unpivot extends Node {
  kind: 'unpivot';
  includeNulls: boolean;
  value: Name;
  name: Name;
  columns: { column: Name; alias?: string }[];
}
