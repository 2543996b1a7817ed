import { factorOf } from '../../../domain/machine-files/points/units.ts';
import type { Total } from '../../../domain/machine-files/summary.ts';
import type { PointUnits } from '../standardise/standard-points.ts';

/**
 * The amount that a rate comes to: gallons for gallons per acre.
 *
 * @param sum of rates times areas, in the units in which both are shown.
 */
export function amount(sum: number, rateUnit: string, units: PointUnits): Total {
  const [unit = '', ground = 'm2'] = rateUnit.split('/');
  return { value: figure((sum * factorOf(units.area ?? 'm2')) / factorOf(ground)), unit };
}

/** Sums of many points end in digits that say nothing. */
const digits = 12;

/** A figure of a summary as it is shown. */
export function figure(value: number | string): number {
  return Number(Number(value).toPrecision(digits));
}
