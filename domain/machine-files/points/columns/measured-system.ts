import type { UnitSystem } from './unit-system.ts';

/** Properties that positions measure as well. */
export type MeasuredProperty = 'distance' | 'equipmentWidth' | 'speed';

/** How a column without a unit compares with what the positions and times of its rows give. */
export interface MeasuredColumn {
  property: MeasuredProperty;
  column: string;
  /** The usual value of the column through the metres, or metres a second, that were measured. */
  times: number;
  rows: number;
}

/** What a column is of what is measured, by the unit that each system writes. */
const expected: Record<MeasuredProperty, Record<UnitSystem, number>> = {
  distance: { metric: 1, us: 1 / 0.3048 },
  equipmentWidth: { metric: 1, us: 1 / 0.3048 },
  // km/h and mi/h.
  speed: { metric: 3.6, us: 3600 / 1609.344 },
};
/** Positions jump, and the usual value hardly does: the public exports of John Deere are within 1 % of 3.28. */
const tolerance = 1.15;
const fewestRows = 10;

/**
 * The system of units in which columns were written that do not state it.
 *
 * @returns undefined if nothing can be measured, if a column fits neither system, or if columns contradict each other.
 * @example measuredSystem([{ property: 'distance', column: 'DISTANCE', times: 1.003, rows: 500 }]) // 'metric'
 */
export function measuredSystem(measured: readonly MeasuredColumn[]): UnitSystem | undefined {
  const found = measured.filter(({ rows }) => rows >= fewestRows).map(systemOf);
  return found.every((system) => system === found[0]) ? found[0] : undefined;
}

function systemOf({ property, times }: MeasuredColumn): UnitSystem | undefined {
  const fits = (system: UnitSystem) => Math.abs(Math.log(times / expected[property][system])) < Math.log(tolerance);
  return (['metric', 'us'] as const).find(fits);
}

/** More than any crop yields in t/ha over a field (sugar cane, 150); metric exports have kg/ha from there on. */
const mostTonnes = 150;

/** The unit of a metric yield that states none. @param usual the usual value. */
export function metricYield(usual: number): 't/ha' | 'kg/ha' {
  return usual > mostTonnes ? 'kg/ha' : 't/ha';
}
