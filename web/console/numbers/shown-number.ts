/** Units by the text that people read. */
const shownUnits: Record<string, string> = {
  percentage: '%',
  arcdeg: '°',
  m2: 'm²',
  m3: 'm³',
  'm3/ha': 'm³/ha',
  'mi/hr': 'mph',
  seeds: 'seeds',
};

/** @example shownUnit('percentage') // '%' */
export const shownUnit = (unit: string): string => shownUnits[unit] ?? unit;

/**
 * A number with about four digits that count.
 *
 * @example shownNumber(1372.381) // '1,372'
 * @example shownNumber(0.12345) // '0.123'
 */
export function shownNumber(value: number): string {
  const size = Math.abs(value);
  const decimals = Number.isInteger(value) || size >= 1_000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3;
  return value.toLocaleString('en', { maximumFractionDigits: decimals });
}

/** @example shownValue(77.51, 'bu/ac') // '77.51 bu/ac' */
export function shownValue(value: number | string | null | undefined, unit?: string): string {
  if (value === null || value === undefined || value === '') return '–';
  const text = typeof value === 'number' ? shownNumber(value) : value;
  return unit === undefined ? text : `${text} ${shownUnit(unit)}`;
}
