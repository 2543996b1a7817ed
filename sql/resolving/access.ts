import { fail } from '../fault.ts';
import { call, nullOf } from '../functions/build.ts';
import type { EngineText, Expr } from '../plan/expressions.ts';
import type { Expression, Name, Path } from '../syntax/expressions.ts';
import { structOf, typeOf, typeText } from '../types/sql-type.ts';
import { coerceFor } from './coercion.ts';
import type { ExpressionContext } from './context.ts';
import { resolve } from './expression.ts';
import { lookUp, type RangeVariable, type ScopeColumn, unknownName } from './scope.ts';

export const columnExpr = ({ id, type }: ScopeColumn, at: number): Expr => ({ kind: 'column', at, type, id });

/** `column`, `table.column`, `column.field` and a table's whole row. */
export function resolvePath({ at, names }: Path, { scope }: ExpressionContext): Expr {
  const [first, second, ...others] = names;
  if (!first) throw new Error('a path has no names');
  const found = lookUp(scope, first.text, first.at) ?? unknownName(scope, first.text, first.at);
  const fields = second ? [second, ...others] : [];
  switch (found.kind) {
    case 'alias':
      return fieldsOf({ ...found.value, at }, fields);
    case 'column':
      return fieldsOf(columnExpr(found.column, at), fields);
    case 'field':
      return fieldsOf(fieldAt(columnExpr(found.column, at), found.index, at), fields);
    case 'variable':
      return second ? ofVariable(found.variable, second, others, at) : rowOf(found.variable, at);
  }
}

function ofVariable(variable: RangeVariable, name: Name, others: Name[], at: number): Expr {
  if (variable.value) return fieldsOf(columnExpr(variable.value, at), [name, ...others]);
  const columns = variable.columns.filter((column) => column.name.toLowerCase() === name.text.toLowerCase());
  const [column] = columns;
  if (columns.length > 1) fail('ambiguous_column', name.at, `Column name ${name.text} is ambiguous.`);
  if (!column) {
    return unknownName({ variables: [{ name: undefined, columns: variable.columns }], merged: [] }, name.text, name.at);
  }
  return fieldsOf(columnExpr(column, at), others);
}

/** A row as a STRUCT of its columns. */
export function rowOf({ value, columns }: RangeVariable, at: number): Expr {
  if (value) return columnExpr(value, at);
  return { kind: 'struct', at, type: structOf(columns), fields: columns.map((column) => columnExpr(column, at)) };
}

const fieldsOf = (base: Expr, names: readonly Name[]): Expr =>
  names.reduce((value, name) => resolveField(value, name, base.at), base);

export function resolveField(base: Expr, name: Name, at: number): Expr {
  const { type } = base;
  if (type.kind !== 'STRUCT') {
    fail('type_error', name.at, `Cannot access field ${name.text} on a value with type ${typeText(type)}.`);
  }
  const index = type.fields.findIndex((field) => field.name.toLowerCase() === name.text.toLowerCase());
  const twice = type.fields.slice(index + 1).some((field) => field.name.toLowerCase() === name.text.toLowerCase());
  if (index >= 0 && twice) fail('ambiguous_column', name.at, `Struct field name ${name.text} is ambiguous.`);
  if (index < 0) fail('unknown_column', name.at, `Field name ${name.text} does not exist in ${typeText(type)}.`);
  return fieldAt(base, index, at);
}

export function fieldAt(base: Expr, index: number, at: number): Expr {
  const field = base.type.kind === 'STRUCT' ? base.type.fields[index] : undefined;
  if (!field) throw new Error('a field does not exist');
  const inside = base.kind === 'struct' ? base.fields[index] : undefined;
  return inside ?? { kind: 'field', at, type: field.type, base, index };
}

const outside = `error('array index is out of bounds')`;

/**
 * Engines count from 1; DuckDB counts negative numbers from the end, where BigQuery has no element. The third argument
 * is a NULL of the element's type, which DuckDB cannot infer if the array is NULL for all rows.
 */
const texts: Record<'OFFSET' | 'ORDINAL', { safe: EngineText; checked: EngineText }> = {
  OFFSET: {
    safe: { duckdb: 'CASE WHEN $2 >= 0 THEN $1[$2 + 1] ELSE $3 END', trino: 'IF($2 >= 0, element_at($1, $2 + 1))' },
    checked: {
      duckdb: `CASE WHEN $2 < 0 OR $2 >= len($1) THEN ${outside} WHEN $2 IS NULL THEN $3 ELSE $1[$2 + 1] END`,
      trino: '$1[$2 + 1]',
    },
  },
  ORDINAL: {
    safe: { duckdb: 'CASE WHEN $2 >= 1 THEN $1[$2] ELSE $3 END', trino: 'IF($2 >= 1, element_at($1, $2))' },
    checked: {
      duckdb: `CASE WHEN $2 < 1 OR $2 > len($1) THEN ${outside} WHEN $2 IS NULL THEN $3 ELSE $1[$2] END`,
      trino: '$1[$2]',
    },
  },
};

export function resolveIndex(node: Extract<Expression, { kind: 'index' }>, context: ExpressionContext): Expr {
  const base = resolve(node.base, context);
  if (base.type.kind !== 'ARRAY')
    fail('type_error', node.index.at, `An element can be taken from an ARRAY, not from ${typeText(base.type)}.`);
  const index = coerceFor(resolve(node.index, context), typeOf('INT64'), 'An array index');
  const text = texts[node.from === 'ORDINAL' ? 'ORDINAL' : 'OFFSET'][node.safe ? 'safe' : 'checked'];
  const { element } = base.type;
  return call(node.at, element, text, [base, index, nullOf(node.at, element)]);
}
