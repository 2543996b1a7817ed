import { fail } from '../fault.ts';
import type { FunctionRow } from '../functions/row.ts';
import { functionNamed } from '../functions/table.ts';
import type { Expr, SortKey } from '../plan/expressions.ts';
import { exprKey } from '../plan/walk.ts';
import type { Call, SortKey as SortKeyNode } from '../syntax/expressions.ts';
import { argumentsOf, refuseConstants } from './arguments.ts';
import type { ExpressionContext } from './context.ts';
import { requireComparable, requireOrderable, resolve } from './expression.ts';
import { findMatch, noMatch } from './signature.ts';

const ordered = new Set(['ARRAY_AGG', 'STRING_AGG', 'ARRAY_CONCAT_AGG']);

/** The call in messages: `COUNT(*)`. */
const shown = ({ name, star }: Call) => (star ? `${name}(*)` : name);

export function resolveAggregate(node: Call, row: FunctionRow, context: ExpressionContext): Expr {
  const { at, name } = node;
  if (!context.aggregates) {
    const inside = context.clause === 'aggregate function';
    fail(
      'invalid_query',
      inside ? (context.aggregateAt ?? at) : at,
      inside
        ? 'Aggregations of aggregations are not allowed.'
        : `Aggregate function ${shown(node)} not allowed in ${context.clause}.`,
    );
  }
  if (node.safe) fail('unsupported_feature', at, 'SAFE cannot be used with aggregate functions.');
  const inner: ExpressionContext = {
    ...context,
    aggregates: false,
    windows: false,
    clause: 'aggregate function',
    aggregateAt: at,
  };
  const { row: used, args } = aggregateArguments(node, row, inner);
  const match = findMatch(used.signatures, args) ?? noMatch(used.signatures, args, at, `aggregate function ${name}`);
  if (typeof match.signature.write === 'function') throw new Error('an aggregate has no text');
  refuseConstants(name, match.args);
  if (name === 'ARRAY_AGG' && match.args[0]?.type.kind === 'ARRAY') {
    fail('type_error', at, 'The argument to ARRAY_AGG must not be an array.', {
      hint: 'Use ARRAY_CONCAT_AGG, or put the array into a STRUCT.',
    });
  }
  const orderBy = aggregateOrder(node, inner);
  refuseOtherOrder(node, match.args, orderBy);
  return {
    kind: 'aggregate',
    at,
    type: match.type,
    name,
    text: match.signature.write,
    ...(match.signature.points && { points: match.signature.points }),
    args: match.args,
    distinct: node.distinct || name === 'COLLECT_SET',
    ignoreNulls: node.nulls === 'IGNORE' || name === 'COLLECT_SET' || name === 'COLLECT_LIST',
    orderBy,
    ...(node.limit && { limit: constantCount(node, inner) }),
  };
}

/** The arguments; `HAVING MAX y` makes ANY_VALUE another function. */
export function aggregateArguments(
  node: Call,
  row: FunctionRow,
  context: ExpressionContext,
): { row: FunctionRow; args: Expr[] } {
  const { at, name, having } = node;
  if (node.star && name !== 'COUNT') fail('syntax_error', at, `${name} does not take *.`);
  const args = node.star ? [] : argumentsOf(node, row, context);
  const [first] = args;
  if (name === 'COUNT' && !node.star && !first)
    fail('type_error', at, 'No matching signature for aggregate function COUNT with no arguments.');
  if (node.distinct && first) requireComparable({ ...first, at }, 'DISTINCT');
  if (!having) return { row, args };
  const by = functionNamed(`${having.max}_BY`);
  if (name !== 'ANY_VALUE' || !by)
    fail('unsupported_feature', at, 'HAVING MAX and HAVING MIN are only allowed in ANY_VALUE.');
  return { row: by, args: [...args, resolve(having.by, context)] };
}

function aggregateOrder(node: Call, context: ExpressionContext): SortKey[] {
  if (node.orderBy.length === 0 && !node.limit && !node.nulls) return [];
  if (!ordered.has(node.name)) fail('invalid_query', node.at, `${node.name} does not take ORDER BY, LIMIT or NULLS.`);
  return node.orderBy.map((key) => sortKey(key, resolve(key.value, context)));
}

/** With DISTINCT, only the distinct arguments can be sorted by. */
function refuseOtherOrder({ distinct }: Call, args: readonly Expr[], orderBy: readonly SortKey[]): void {
  const known = new Set(args.map(exprKey));
  const other = distinct && orderBy.find(({ value }) => !known.has(exprKey(value)));
  if (other)
    fail('invalid_query', other.value.at, 'An aggregate function with DISTINCT can only ORDER BY its arguments.');
}

/**
 * The key by which ORDER BY sorts. NULLs come first in ascending order and last in descending order by default.
 *
 * @example return node.orderBy.map((key) => sortKey(key, resolve(key.value, context)));
 */
export function sortKey({ descending, nullsFirst }: SortKeyNode, value: Expr): SortKey {
  requireOrderable(value, 'ORDER BY');
  return { value, descending, nullsFirst: nullsFirst ?? !descending };
}

function constantCount(node: Call, context: ExpressionContext): number {
  const limit = node.limit && resolve(node.limit, context);
  const value = limit?.kind === 'literal' && typeof limit.value === 'bigint' ? Number(limit.value) : -1;
  if (!(value >= 0)) fail('invalid_query', limit?.at ?? node.at, 'LIMIT takes a non-negative integer.');
  return value;
}
