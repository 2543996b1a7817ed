import { isImperial } from '../../../domain/machine-files/points/units.ts';

/**
 * The unit in which values of work are shown: the API has ground of points in square metres beside acres too, and a page has one system of units.
 *
 * @param all units of the work.
 * @example shownUnit('m2', ['m2', 'bu/ac']) // 'ft2'
 */
export function shownUnit(unit: string, all: readonly string[]): string {
  return unit === 'm2' && all.some(isImperial) ? 'ft2' : unit;
}
