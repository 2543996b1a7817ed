/** The maximum NUMERIC: 29 digits before the point and nine after it. */
export const maxNumeric = '99999999999999999999999999999.999999999';

/** A NUMERIC as an integer of billionths. */
const billionths = (value: string) =>
  `CAST(replace(CAST(CAST(${value} AS DECIMAL(38, 9)) AS VARCHAR), '.', '') AS HUGEINT)`;

/**
 * Divides a NUMERIC by another on DuckDB, with halves rounded away from zero. DuckDB itself divides decimals as
 * floating point numbers, which have 16 digits; integers have room for values below 10^19.
 *
 * @example divided('NUMERIC', quotient('$1', '$2'), 'CAST($1 / $2 AS DECIMAL(38, 9))'),
 */
export function quotient(left: string, right: string): string {
  const above = `(2000000000::HUGEINT * ${billionths(left)})`;
  const below = billionths(right);
  const half = `CASE WHEN (${left} < 0) = (${right} < 0) THEN ${below} ELSE -${below} END`;
  const exact = `CAST(CAST((${above} + ${half}) // (2 * ${below}) AS DECIMAL(38, 0)) * 0.000000001 AS DECIMAL(38, 9))`;
  return `CASE WHEN abs(${left}) < 10000000000000000000 THEN ${exact} ELSE CAST(${left} / ${right} AS DECIMAL(38, 9)) END`;
}
