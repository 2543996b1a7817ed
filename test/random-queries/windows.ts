import { randomCall } from './calls.ts';
import { expression } from './expression.ts';
import { type Maker, type Scope, scalarType } from './scope.ts';

const withoutFrame = /^(RANK|DENSE_RANK|PERCENT_RANK|CUME_DIST|ROW_NUMBER|NTILE|LAG|LEAD)$/;
const withNulls = /^(FIRST_VALUE|LAST_VALUE|NTH_VALUE)$/;
const onlyGrouped = /^(ARRAY_AGG|ARRAY_CONCAT_AGG|GROUPING|STRING_AGG|MIN_BY|MAX_BY|CORR|COVAR_.*)$/;

/** Functions that do not depend on the order of equal rows, which enter the window together. */
const anyOrder = /^(COUNT|COUNTIF|SUM|MIN|MAX)$/;
const ranges = [
  'RANGE BETWEEN 2 PRECEDING AND CURRENT ROW',
  'RANGE BETWEEN 1 PRECEDING AND 10 FOLLOWING',
  'RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW',
  'RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING',
];

/** A value over a window, whose order has no equal rows where the value depends on it. */
export function windowed(maker: Maker, scope: Scope, type: string, depth: number): string | undefined {
  const { random } = maker;
  const kind = random.chance(0.5) ? 'window' : 'aggregate';
  const call = randomCall(maker, kind, type, (of) => expression(maker, scope, of, depth));
  if (!call || onlyGrouped.test(call.name)) return undefined;
  const { name, exact } = call;
  const args = name === 'COUNT' && call.args.length === 0 ? ['*'] : call.args;
  const nulls = withNulls.test(name) ? random.one(['', ' IGNORE NULLS']) : '';
  const partition = random.chance(0.6) ? `PARTITION BY ${expression(maker, scope, partitionType(maker), 0)}` : '';
  const isPercentile = name.startsWith('PERCENTILE');
  const isOrdered = !isPercentile && (kind === 'window' || random.chance(0.5));
  const first = random.chance(0.5)
    ? [`${expression(maker, scope, scalarType(maker), 0)}${random.one(['', ' DESC', ' NULLS LAST'])}`]
    : [];
  if (anyOrder.test(name) && random.chance(0.2)) {
    const by = expression(maker, scope, random.one(['INT64', 'FLOAT64']), 0);
    return `${name}(${args.join(', ')}) OVER (${partition} ORDER BY ${by} ${random.one(ranges)})`;
  }
  const order = isOrdered ? `ORDER BY ${[...first, ...scope.key].join(', ')}` : '';
  const frame = order && !withoutFrame.test(name) ? random.one(frames) : '';
  const over = [partition, order, frame].filter(Boolean).join(' ');
  return exact(`${name}(${args.join(', ')}${nulls}) OVER (${over})`);
}

/** A type to partition by; GoogleSQL does not partition by fractions. */
export function partitionType(maker: Maker): string {
  const type = scalarType(maker);
  return type === 'FLOAT64' ? 'INT64' : type;
}

const frames = [
  '',
  'ROWS BETWEEN 2 PRECEDING AND CURRENT ROW',
  'ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING',
  'ROWS BETWEEN 1 PRECEDING AND 3 FOLLOWING',
];
