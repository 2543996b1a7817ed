import { fail } from '../fault.ts';
import type { FunctionRow } from '../functions/row.ts';
import type { Expr, FrameBound, Window, WindowFrame } from '../plan/expressions.ts';
import type { Call, Frame, FrameBound as FrameBoundNode, WindowSpecification } from '../syntax/expressions.ts';
import { isNumber, typeOf } from '../types/sql-type.ts';
import { aggregateArguments, sortKey } from './aggregate-call.ts';
import { refuseConstants } from './arguments.ts';
import { coerceFor } from './coercion.ts';
import type { ExpressionContext } from './context.ts';
import { requireComparable, resolve } from './expression.ts';
import { findMatch, noMatch } from './signature.ts';

const needsOrder = new Set([
  'RANK',
  'DENSE_RANK',
  'PERCENT_RANK',
  'CUME_DIST',
  'NTILE',
  'LAG',
  'LEAD',
  'FIRST_VALUE',
  'LAST_VALUE',
  'NTH_VALUE',
]);
const unframed = new Set([
  'ROW_NUMBER',
  'RANK',
  'DENSE_RANK',
  'PERCENT_RANK',
  'CUME_DIST',
  'NTILE',
  'LAG',
  'LEAD',
  'PERCENTILE_CONT',
  'PERCENTILE_DISC',
]);
const withoutWindow = new Set([
  'GROUPING',
  'APPROX_QUANTILES',
  'APPROX_TOP_COUNT',
  'ARRAY_CONCAT_AGG',
  'COLLECT_SET',
  'COLLECT_LIST',
  'ST_ENVELOPE_AGGR',
  'ST_UNION_AGG',
  'ST_CENTROID_AGG',
  'ST_EXTENT',
]);

export function resolveWindowCall(node: Call, row: FunctionRow, context: ExpressionContext): Expr {
  const { at, name, over } = node;
  if (!over) fail('invalid_query', at, `Analytic function ${name} cannot be called without an OVER clause.`);
  if (!context.windows) fail('invalid_query', at, `Analytic function not allowed in ${context.clause}.`);
  if (withoutWindow.has(name)) fail('unsupported_feature', at, `${name} is not supported with OVER.`);
  if (node.orderBy.length || node.limit)
    fail('invalid_query', at, `${name} with OVER does not take ORDER BY or LIMIT within the call.`);
  const inner: ExpressionContext = { ...context, windows: false, clause: 'analytic function' };
  const { row: used, args } = aggregateArguments(node, row, inner);
  const match = findMatch(used.signatures, args) ?? noMatch(used.signatures, args, at, `analytic function ${name}`);
  if (typeof match.signature.write === 'function') throw new Error('an analytic function has no text');
  const window = resolveWindow(over, inner);
  if (needsOrder.has(name) && window.orderBy.length === 0)
    fail('invalid_query', over.at, `Window ORDER BY is required for analytic function ${name}.`);
  if (unframed.has(name) && window.frame)
    fail('invalid_query', at, `Window framing clause is not allowed for analytic function ${name}.`);
  if (node.distinct && (window.orderBy.length || window.frame))
    fail('invalid_query', over.orderAt ?? at, 'DISTINCT with OVER cannot be combined with ORDER BY.');
  refuseConstants(name, match.args);
  return {
    kind: 'window',
    at,
    type: match.type,
    text: match.signature.write,
    args: match.args,
    distinct: node.distinct,
    ignoreNulls: node.nulls === 'IGNORE',
    over: window,
  };
}

function resolveWindow(node: WindowSpecification, context: ExpressionContext, depth = 0): Window {
  const base = node.base && context.namedWindows.get(node.base.text.toLowerCase());
  if (node.base && (!base || depth > 20))
    fail('invalid_query', node.base.at, `Unrecognized window alias ${node.base.text}.`);
  const inherited: Window = base ? resolveWindow(base, context, depth + 1) : { partitionBy: [], orderBy: [] };
  const partitionBy = node.partitionBy.map((key) => {
    const value = resolve(key, context);
    requireComparable(value, 'PARTITION BY');
    return value;
  });
  const orderBy = node.orderBy.map((key) => sortKey(key, resolve(key.value, context)));
  const window: Window = {
    partitionBy: partitionBy.length ? partitionBy : inherited.partitionBy,
    orderBy: orderBy.length ? orderBy : inherited.orderBy,
  };
  const frame = node.frame ? resolveFrame(node.frame, window, node.orderAt, context) : inherited.frame;
  return frame ? { ...window, frame } : window;
}

function resolveFrame(
  { at, unit, from, to }: Frame,
  window: Window,
  orderAt: number | undefined,
  context: ExpressionContext,
): WindowFrame {
  const [key] = window.orderBy;
  const measured = [from, to].some(({ distance }) => distance);
  if (unit === 'RANGE' && measured && (window.orderBy.length !== 1 || !key || !isNumber(key.value.type))) {
    fail('invalid_query', orderAt ?? at, 'A RANGE with distances takes one ORDER BY key, which is a number.', {
      hint: 'Order by UNIX_SECONDS(timestamp).',
    });
  }
  if (rank(from) > rank(to)) fail('invalid_query', to.at, 'The frame ends before it starts.');
  const type = unit === 'ROWS' ? typeOf('INT64') : (key?.value.type ?? typeOf('INT64'));
  const bound = (node: FrameBoundNode): FrameBound => {
    if (!node.distance) return { direction: node.direction };
    const distance = coerceFor(resolve(node.distance, context), type, 'The frame');
    const isCount =
      distance.kind === 'literal' &&
      (typeof distance.value === 'bigint' || typeof distance.value === 'number' || distance.type.kind === 'NUMERIC') &&
      !String(distance.value).startsWith('-');
    if (!isCount) fail('invalid_query', node.at, 'A frame takes a non-negative constant.');
    return { direction: node.direction, distance };
  };
  return { unit, from: bound(from), to: bound(to) };
}

/** The position of a bound, for detecting frames that end before they start. */
function rank({ direction, distance }: FrameBoundNode): number {
  if (direction === 'CURRENT') return 2;
  if (direction === 'PRECEDING') return distance ? 1 : 0;
  return distance ? 3 : 4;
}
