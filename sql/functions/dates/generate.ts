import { fail } from '../../fault.ts';
import type { Expr } from '../../plan/expressions.ts';
import { typeOf } from '../../types/sql-type.ts';
import { call, literal } from '../build.ts';
import type { Expand } from '../row.ts';
import { shift } from './add.ts';
import { micros, months } from './part.ts';

/** Maximum elements; more are a mistake. */
const max = 1_000_000;

/** Generates dates or instants between two values, by default `INTERVAL 1 DAY` apart. The step must be constant. */
export const generates =
  (kind: 'DATE' | 'TIMESTAMP'): Expand =>
  ([from, to, step], { at, type, name }) => {
    if (!from || !to) throw new Error('arguments are missing');
    const interval: Expr = step ?? {
      kind: 'interval',
      at,
      type: typeOf('INTERVAL'),
      amount: literal(at, 1n),
      unit: 'DAY',
    };
    if (
      interval.kind !== 'interval' ||
      interval.amount.kind !== 'literal' ||
      typeof interval.amount.value !== 'bigint'
    ) {
      fail('unsupported_feature', interval.at, `${name} takes a constant INTERVAL.`);
    }
    shift(from, interval, 1, name);
    const amount = interval.amount.value;
    if (amount === 0n) fail('invalid_query', interval.at, `${name}: the step is 0.`);
    const sign = amount < 0n ? -1 : 1;
    const byMonths = months[interval.unit];
    const duckdb = byMonths ? inMonths(Number(amount) * byMonths) : inDays(Number(amount), interval.unit);
    const unit = interval.unit.toLowerCase();
    const engineType = kind === 'DATE' ? 'DATE' : 'TIMESTAMP(6)';
    const values = byMonths
      ? `reduce(sequence(0, abs(date_diff('month', $1, $2)) / ${Math.abs(Number(amount) * byMonths)} + 1), CAST(ARRAY[] AS ARRAY(${engineType})), (s, i) -> IF(cardinality(s) = 0, ARRAY[$1], s || ARRAY[date_add('month', ${Number(amount) * byMonths}, element_at(s, -1))]), s -> filter(s, d -> d ${sign > 0 ? '<=' : '>='} $2))`
      : `transform(sequence(0, date_diff('${unit}', $1, $2) / ${amount}), i -> date_add('${unit}', i * ${amount}, $1))`;
    const trino = `IF($1 ${sign > 0 ? '>' : '<'} $2, CAST(ARRAY[] AS ARRAY(${engineType})), ${values})`;
    return call(
      at,
      type,
      {
        duckdb: `CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL ELSE list_transform(${duckdb}, v -> CAST(v AS ${kind})) END`,
        trino,
      },
      [from, to],
    );
  };

/** Each element is computed from the one before, so that the 31st does not return after a short month. */
const inMonths = (step: number) =>
  `CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL ELSE generate_series($1, $2, INTERVAL '${step}' MONTH) END`;

function inDays(amount: number, unit: string): string {
  const step = amount * (micros[unit] ?? 1);
  const distance = 'epoch_us(CAST($2 AS TIMESTAMP)) - epoch_us(CAST($1 AS TIMESTAMP))';
  const count = `(${distance}) // ${step}`;
  const values = `list_transform(range(0, ${count} + 1), i -> CAST($1 AS TIMESTAMP) + to_microseconds(i * ${step}))`;
  const rising = step > 0 ? `${distance} < 0` : `${distance} > 0`;
  return `CASE WHEN ${rising} THEN [] WHEN ${count} >= ${max} THEN error('at most ${max} elements are generated') ELSE ${values} END`;
}
