import type { CellGrid } from '../geography/cell-grid.ts';
import type { EngineText, Expr } from '../plan/expressions.ts';
import type { SqlType } from '../types/sql-type.ts';

/** A type of a signature: one of GoogleSQL's, `T` for any one, or an array of such. */
export type TypePattern = string;

export interface Parameter {
  type: TypePattern;
  optional: boolean;
}

export interface Signature {
  parameters: Parameter[];
  /** Whether the last parameter may repeat. */
  variadic: boolean;
  result: TypePattern;
  /** How the engines write it, or what the compiler makes of the arguments. */
  write: EngineText | Expand;
  /** Of aggregates: how the engines write it where the first argument is a point that is stored as degrees. */
  points?: EngineText;
}

/** What functions of constants know beside their arguments. */
export interface Surroundings {
  /** The start of the request: one instant for the whole query. Milliseconds since 1970. */
  now: number;
  /** The cells of H3, for queries that name them. */
  cells?: CellGrid | undefined;
}

export interface ExpandContext extends Surroundings {
  /** Offset of the call in the query. */
  at: number;
  type: SqlType;
  /** The function's name, for messages. */
  name: string;
}

/** Makes an expression of arguments that were already brought to the parameters' types. Missing optional arguments are absent. */
export type Expand = (args: Expr[], context: ExpandContext) => Expr;

/** A query's text and the value that it gives in the normal form of results. */
export interface Example {
  sql: string;
  value: unknown;
}

export type FunctionKind = 'scalar' | 'aggregate' | 'window';

/** One function of the dialect, as data: what it takes, how each engine writes it, and an example, which is its test. */
export interface FunctionRow {
  name: string;
  kind: FunctionKind;
  group: string;
  summary: string;
  signatures: Signature[];
  example: Example;
  /** Spelled as in other systems; the name is the one to prefer. */
  synonymOf?: string;
  /** Of aggregates: whether they take DISTINCT, and OVER. */
  distinct?: boolean;
}

/**
 * A signature: `'STRING, INT64? -> STRING'`, with `?` behind a type that may be left out and `...` behind one that may repeat.
 */
export function signature(text: string, write: Signature['write']): Signature {
  const [left = '', result = ''] = text.split(' -> ');
  const types = left === '' ? [] : left.split(', ');
  const variadic = types.at(-1)?.endsWith('...') ?? false;
  const parameters = types.map((type) => ({ type: type.replace(/\?|\.\.\./g, ''), optional: type.endsWith('?') }));
  return { parameters, variadic, result, write };
}

/** A signature that both engines write alike, or each its own way. */
export const writes = (text: string, duckdb: string, trino = duckdb): Signature => signature(text, { duckdb, trino });

/** For a signature and the same with other types: `each(['INT64', 'FLOAT64'], (type) => …)`. */
export const each = (types: readonly string[], of: (type: string) => Signature): Signature[] => types.map(of);

/** Makes rows of one group. */
export function groupOf(group: string, kind: FunctionKind) {
  return (name: string, summary: string, sql: string, value: unknown, ...signatures: Signature[]): FunctionRow => ({
    name,
    kind,
    group,
    summary,
    signatures,
    example: { sql, value },
  });
}

/** The same function under the name that another system gives it. */
export const synonym = (row: FunctionRow, name: string, sql: string): FunctionRow => ({
  ...row,
  name,
  example: { sql, value: row.example.value },
  synonymOf: row.name,
});
