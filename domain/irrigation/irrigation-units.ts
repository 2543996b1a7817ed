import { hectaresPerAcre } from '../usage/area-unit.ts';

/** The units of irrigation in one system. */
export interface IrrigationUnits {
  length: 'm' | 'ft';
  depth: 'mm' | 'in';
  totalArea: 'ha' | 'ac';
  totalVolume: 'L' | 'gal';
}

/** Values of the setting `unitMeasurement`. */
export type UnitMeasurement = 'DEFAULT' | 'METRIC' | 'IMPERIAL';

const metric: IrrigationUnits = { length: 'm', depth: 'mm', totalArea: 'ha', totalVolume: 'L' };
const imperial: IrrigationUnits = { length: 'ft', depth: 'in', totalArea: 'ac', totalVolume: 'gal' };

/** The size of each unit in that of the metric system: international foot and inch, acre, US gallon. */
const sizes = {
  ...{ m: 1, mm: 1, ha: 1, L: 1 },
  ...{ ft: 0.3048, in: 25.4, ac: hectaresPerAcre, gal: 3.785411784 },
} as const;

/** The units that a setting asks for; `DEFAULT` is metric. */
export function irrigationUnits(setting: UnitMeasurement): IrrigationUnits {
  return setting === 'IMPERIAL' ? imperial : metric;
}

/**
 * A metric value in a unit, with four decimals.
 *
 * @example inUnit(25.4, 'in') // 1
 */
export function inUnit(value: number, unit: keyof typeof sizes): number {
  return rounded(value / sizes[unit]);
}

export function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
