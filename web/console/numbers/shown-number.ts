import { unitText } from '../text/properties.ts';

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
  return unit === undefined ? text : `${text} ${unitText(unit)}`;
}
