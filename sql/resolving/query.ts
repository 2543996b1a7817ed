import { fail } from '../fault.ts';
import { limits } from '../limits.ts';
import type { Expr, SortKey } from '../plan/expressions.ts';
import type { Plan } from '../plan/plans.ts';
import type { Expression } from '../syntax/expressions.ts';
import type { Query, QueryBody } from '../syntax/queries.ts';
import { typeOf } from '../types/sql-type.ts';
import { columnExpr } from './access.ts';
import { sortKey } from './aggregate-call.ts';
import { resolveCommonTables } from './common-tables.ts';
import type { ExpressionContext, NamedTable, ResolutionState, Resolved } from './context.ts';
import { resolve } from './expression.ts';
import { emptyScope, type Scope, type ScopeColumn } from './scope.ts';
import { resolveSelect } from './select.ts';
import { resolveSet } from './set-operation.ts';

/** The context of a query: the outer query, and the tables of WITH that it may name. */
export interface Surroundings {
  state: ResolutionState;
  with: ReadonlyMap<string, NamedTable>;
  outer?: Scope['outer'];
}

export const expressionContext = (
  { state, with: tables }: Surroundings,
  scope: Scope,
  clause: string,
): ExpressionContext => ({
  state,
  scope,
  with: tables,
  clause,
  aggregates: false,
  windows: false,
  namedWindows: new Map(),
});

/**
 * Resolves a query to a plan and its output columns.
 *
 * @throws Fault for unknown names and for types that do not fit.
 * @example const { plan, columns } = resolveQuery(query, { state, with: new Map() });
 */
export function resolveQuery(query: Query, around: Surroundings): Resolved {
  const inside = query.with.length ? { ...around, with: resolveCommonTables(query, around) } : around;
  if (query.body.kind === 'select') return resolveSelect(query.body, inside, query);
  const body = resolveBody(query.body, inside);
  const keys = query.orderBy.map((key) => sortKey(key, outputKey(key.value, body, inside)));
  return { ...body, plan: sorted(body.plan, keys, body.columns, query, inside) };
}

export function resolveBody(body: QueryBody, around: Surroundings): Resolved {
  if (body.kind === 'select') return resolveSelect(body, around);
  return body.kind === 'nested' ? resolveQuery(body.query, around) : resolveSet(body, around);
}

/** After a set operation only its columns have names. */
function outputKey(node: Expression, { columns }: Resolved, around: Surroundings): Expr {
  const ordinal = ordinalColumn(node, columns, 'ORDER BY');
  if (ordinal) return columnExpr(ordinal, node.at);
  const scope = { ...emptyScope(around.outer), variables: [{ name: undefined, columns: [...columns] }] };
  return resolve(node, expressionContext(around, scope, 'ORDER BY clause after set operation'));
}

/** `ORDER BY 2`: the second column. */
export function ordinalColumn<T>(node: Expression, columns: readonly T[], clause: string): T | undefined {
  if (node.kind !== 'literal' || node.type !== 'INT64') return undefined;
  const column = columns[Number(node.value) - 1];
  if (!column) fail('invalid_query', node.at, `${clause} is out of SELECT column number range: ${node.value}.`);
  return column;
}

/** The rows in order, limited to the requested number. */
export function sorted(
  input: Plan,
  keys: SortKey[],
  columns: readonly ScopeColumn[],
  query: Pick<Query, 'limit' | 'offset'>,
  around: Surroundings,
): Plan {
  const limit = query.limit && count(query.limit, 'LIMIT', around);
  const offset = query.offset && count(query.offset, 'OFFSET', around);
  if (keys.length === 0 && limit === undefined) return input;
  return {
    kind: 'sort',
    input,
    keys,
    output: columns.map(({ id }) => id),
    ...(limit !== undefined && { limit }),
    ...(offset !== undefined && { offset }),
  };
}

function count(node: Expression, clause: string, around: Surroundings): bigint {
  if (node.kind !== 'literal' && node.kind !== 'cast') fail('invalid_query', node.at, `${clause} takes a constant.`);
  const value = resolve(node, expressionContext(around, emptyScope(), `${clause} clause`));
  if (
    value.kind !== 'literal' ||
    typeof value.value !== 'bigint' ||
    value.value < 0n ||
    value.type !== typeOf('INT64')
  ) {
    fail('invalid_query', node.at, `${clause} takes a non-negative integer.`);
  }
  return value.value;
}

/** Counts reads of common tables, whose cost multiplies when they read each other more than once. */
export function countRead(state: ResolutionState, at: number): void {
  state.reads.count += 1;
  if (state.reads.count > limits.subqueries)
    fail('query_too_complex', at, `A query reads tables at most ${limits.subqueries} times.`);
}
