import type { CellGrid } from '../geography/cell-grid.ts';
import type { EngineText, Expr } from '../plan/expressions.ts';
import type { SqlType } from '../types/sql-type.ts';

/** A type in a signature: one of GoogleSQL's, `T` for any, or an array of them. */
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
  /** The engines' templates, or a function that creates an expression. */
  write: EngineText | Expand;
  /** For aggregates: the template if the first argument is a point stored as degrees. */
  points?: EngineText;
}

/** Values besides arguments that functions of constants use. */
export interface Surroundings {
  /** The start of the request, one instant for the whole query, in milliseconds since 1970. */
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

/**
 * Creates an expression from arguments that are already converted to the parameters' types. Missing optional arguments
 * are absent.
 */
export type Expand = (args: Expr[], context: ExpandContext) => Expr;

/** A query and its value in the normal form of results. */
export interface Example {
  sql: string;
  value: unknown;
}

export type FunctionKind = 'scalar' | 'aggregate' | 'window';

/**
 * One function of the dialect as data: its signatures, its template for each engine, and an example, which is also its
 * test.
 */
export interface FunctionRow {
  name: string;
  kind: FunctionKind;
  group: string;
  summary: string;
  signatures: Signature[];
  example: Example;
  /** The preferred name of a function that other dialects spell differently. */
  synonymOf?: string;
  /** For aggregates: whether they accept DISTINCT, and OVER. */
  distinct?: boolean;
}

/**
 * Parses a signature, with `?` after an optional type and `...` after a repeated one.
 *
 * @param write the text of the call for each engine.
 * @example signature('STRING, INT64? -> STRING', both('substr($*)'))
 */
export function signature(text: string, write: Signature['write']): Signature {
  const [left = '', result = ''] = text.split(' -> ');
  const types = left === '' ? [] : left.split(', ');
  const variadic = types.at(-1)?.endsWith('...') ?? false;
  const parameters = types.map((type) => ({ type: type.replace(/\?|\.\.\./g, ''), optional: type.endsWith('?') }));
  return { parameters, variadic, result, write };
}

/** A signature with one template for both engines, or one for each. */
export const writes = (text: string, duckdb: string, trino = duckdb): Signature => signature(text, { duckdb, trino });

/** Signatures that differ only in their types: `each(['INT64', 'FLOAT64'], (type) => …)`. */
export const each = (types: readonly string[], of: (type: string) => Signature): Signature[] => types.map(of);

/**
 * Creates rows of one group.
 *
 * @example const scalar = groupOf('Arrays', 'scalar');
 */
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

/** A function under its name in another dialect. */
export const synonym = (row: FunctionRow, name: string, sql: string): FunctionRow => ({
  ...row,
  name,
  example: { sql, value: row.example.value },
  synonymOf: row.name,
});
