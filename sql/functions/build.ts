import type { Call, EngineText, Expr, Literal } from '../plan/expressions.ts';
import { type SqlType, typeOf } from '../types/sql-type.ts';

/** Expressions that functions are made of. */

export const call = (at: number, type: SqlType, text: EngineText, args: Expr[]): Call => ({
  kind: 'call',
  at,
  type,
  text,
  args,
});

export const both = (text: string): EngineText => ({ duckdb: text, trino: text });

/** Templates that return one of their arguments. */
export const choices = {
  condition: both('CASE WHEN $1 THEN $2 ELSE $3 END'),
  ofTwo: both('coalesce($1, $2)'),
  ofMany: both('coalesce($*)'),
};

/** NULL if computing the argument fails. */
export const nullOnError: EngineText = { duckdb: 'TRY($1)', trino: 'try($1)' };

/**
 * A literal of the type that fits the value.
 *
 * @param at offset in the query's text, for errors about it.
 * @example literal(at, 0n) // an INT64
 */
export function literal(at: number, value: bigint | string | number | boolean): Literal {
  const kinds = { bigint: 'INT64', string: 'STRING', number: 'FLOAT64', boolean: 'BOOL' } as const;
  return { kind: 'literal', at, type: typeOf(kinds[typeof value as keyof typeof kinds]), value };
}

export const nullOf = (at: number, type: SqlType): Literal => ({ kind: 'literal', at, type, value: null });

export const isNull = (expr: Expr): boolean => expr.kind === 'literal' && expr.value === null;

/** Concatenates strings; NULL if one of them is. */
export function concatenated(at: number, parts: Expr[]): Expr {
  const [only] = parts;
  if (!only) return literal(at, '');
  return parts.length === 1 ? only : call(at, typeOf('STRING'), both('($|)'), parts);
}

export const not = (expr: Expr): Expr => call(expr.at, typeOf('BOOL'), both('NOT ($1)'), [expr]);

/** The message that engines raise for a call of ERROR, before the query's own text. */
export const endedByQuery = 'the query ends itself';
