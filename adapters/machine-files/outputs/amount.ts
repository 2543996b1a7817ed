import { factorOf } from '../../../domain/machine-files/points/units.ts';
import type { Total } from '../../../domain/machine-files/summary.ts';
import type { PointUnits } from '../standardise/standard-points.ts';

/**
 * The amount of a rate in its unit: gallons for gallons per acre.
 *
 * @param sum of rates times areas, in their displayed units.
 * @example amount(12, 'gal/ac', { area: 'ac' }) // { value: 12, unit: 'gal' }
 */
export function amount(sum: number, rateUnit: string, units: PointUnits): Total {
  const [unit = '', ground = 'm2'] = rateUnit.split('/');
  return { value: figure((sum * factorOf(units.area ?? 'm2')) / factorOf(ground)), unit };
}

/** Significant digits; sums of many points have rounding errors beyond. */
const digits = 12;

/**
 * A figure of a summary, rounded to its significant digits.
 *
 * @example figure(0.1 + 0.2) // 0.3
 */
export function figure(value: number | string): number {
  return Number(Number(value).toPrecision(digits));
}
