import type { Expr } from '../plan/expressions.ts';
import { call } from './build.ts';
import type { Expand } from './row.ts';

/** With more digits a FLOAT64 does not change, or becomes 0. */
const duckDbDigits = 'CAST(CASE WHEN $2 > 400 THEN 400 WHEN $2 < -400 THEN -400 ELSE $2 END AS INTEGER)';
const onTrino = (text: string) => `CASE WHEN abs($2) > 300 THEN IF($2 > 0, $1, $1 * 0e0) ELSE ${text} END`;

/** Maximum power of ten whose product with half of a FLOAT64's digits is exact. */
const maxDigits = 7n;

/**
 * Whether a product with a power of ten that seems to end in a half is actually less: the products of the upper half of
 * a number's digits and of the rest are exact (Dekker 1971).
 */
function isBelowHalf(power: string, truncate: string): string {
  const product = `$1 * ${power}`;
  const upper = '($1 * 134217729e0 - ($1 * 134217729e0 - $1))';
  const error = `((${upper} * ${power} - ${product}) + ($1 - ${upper}) * ${power})`;
  return `abs(${product} - ${truncate}(${product})) = 5e-1 AND sign(${error}) = -sign($1)`;
}

function rounding(digitCount: Expr | undefined): { duckdb: string; trino: string } {
  const plain = { duckdb: `round($1, ${duckDbDigits})`, trino: onTrino('round($1, CAST($2 AS INTEGER))') };
  const isKnown = digitCount?.kind === 'literal' && typeof digitCount.value === 'bigint';
  const count = isKnown ? (digitCount.value as bigint) : 0n;
  if (count < 1n || count > maxDigits) return plain;
  const power = `1e${count}`;
  const text = (truncate: string) =>
    `CASE WHEN ${isBelowHalf(power, truncate)} THEN ${truncate}($1 * ${power}) / ${power} ELSE round($1, ${count}) END`;
  return { duckdb: text('trunc'), trino: text('truncate') };
}

/**
 * Rounds halves away from zero. Engines round a product with a power of ten, which may seem to end in a half that the
 * number does not have.
 */
export const roundsHalves: Expand = (args, { at, type }) => call(at, type, rounding(args[1]), args);

export const truncates: Expand = (args, { at, type }) => {
  const trino = onTrino('truncate($1 * power(1e1, $2)) / power(1e1, $2)');
  return call(at, type, { duckdb: `trunc($1, ${duckDbDigits})`, trino }, args);
};
