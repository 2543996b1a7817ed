import { fail } from '../fault.ts';
import { not } from '../functions/build.ts';
import type { ColumnId, Expr, SubqueryMode } from '../plan/expressions.ts';
import type { Expression } from '../syntax/expressions.ts';
import type { Query } from '../syntax/queries.ts';
import { arrayOf, isComparable, type SqlType, typeOf } from '../types/sql-type.ts';
import { columnExpr } from './access.ts';
import { coerce, commonType } from './coercion.ts';
import { resolveInArray } from './comparison.ts';
import type { ExpressionContext, Resolved } from './context.ts';
import { resolve } from './expression.ts';
import { resolveQuery } from './query.ts';
import type { Scope } from './scope.ts';

type SubqueryNode = Extract<Expression, { kind: 'inQuery' | 'query' | 'exists' | 'arrayQuery' }>;

/** A query as a value: one value, an array, EXISTS, or IN. */
export function resolveSubquery(node: SubqueryNode, context: ExpressionContext): Expr {
  const { at } = node;
  const used = new Map<ColumnId, ColumnId>();
  const resolved = inside(node.query, context, used);
  const [column] = resolved.columns;
  if (!column) throw new Error('a query has no columns');
  const make = (mode: SubqueryMode, type: SqlType, plan = resolved.plan): Expr => ({
    kind: 'subquery',
    at,
    type,
    mode,
    plan,
    output: column.id,
    outer: used,
  });
  if (node.kind === 'exists') return make('exists', typeOf('BOOL'));
  if (resolved.columns.length > 1) {
    const what = { inQuery: 'Subquery of type IN', query: 'Scalar subquery', arrayQuery: 'ARRAY subquery' }[node.kind];
    fail('invalid_query', node.kind === 'inQuery' ? node.query.at : at, `${what} must have only one output column.`, {
      hint: 'Use SELECT AS STRUCT for several.',
    });
  }
  if (node.kind === 'query') return make('scalar', known(column.type));
  if (node.kind === 'arrayQuery') {
    if (column.type.kind === 'ARRAY') fail('type_error', at, 'Arrays of arrays are not supported.');
    return make('array', arrayOf(known(column.type)));
  }
  const operand = resolve(node.operand, context);
  const type = commonType([operand, columnExpr(column, at)]);
  if (!type || !isComparable(type)) {
    fail(
      'type_error',
      at,
      `Cannot execute IN subquery with uncomparable types ${operand.type.kind} and ${column.type.kind}.`,
    );
  }
  const wanted = coerce(operand, type) ?? operand;
  if (type.kind === 'STRUCT') {
    const found = resolveInArray(operand, make('array', arrayOf(column.type)), at, context);
    return node.not ? not(found) : found;
  }
  const plan = coerce(columnExpr(column, at), type);
  const found = make(
    'in',
    typeOf('BOOL'),
    plan?.kind === 'cast'
      ? { kind: 'project', input: resolved.plan, columns: [{ id: column.id, value: plan }] }
      : resolved.plan,
  );
  const complete = { ...found, operand: wanted } as Expr;
  return node.not ? not(complete) : complete;
}

const known = (type: SqlType): SqlType => (type.kind === 'NULL' ? typeOf('INT64') : type);

/** Within a subquery the tables around it are visible, but not the SELECT list. */
function inside(query: Query, context: ExpressionContext, used: Map<ColumnId, ColumnId>): Resolved {
  const { aliases: _, ...scope }: Scope = context.scope;
  return resolveQuery(query, { state: context.state, with: context.with, outer: { scope, used } });
}
