import type { Conversion } from './catalogue.ts';

/**
 * A number in another unit, as SQL of every engine; a number with an exponent is a double.
 *
 * @param value an expression of SQL.
 * @example converted('"speed"', { times: 3.6, decimals: 2 }) // round("speed" * 3.6e+0, 2)
 */
export function converted(value: string, { times, decimals }: Conversion): string {
  return times === 1 ? value : `round(${value} * ${times.toExponential()}, ${decimals})`;
}
