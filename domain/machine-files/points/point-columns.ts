import type { Conversion } from '../../../sql/catalogue.ts';
import { type PointProperty, type PointPropertyName, pointProperties } from './point-properties.ts';
import { decimalsOf, parseUnit } from './units.ts';

/**
 * A column of the table `points` with the numbers of a measured property in one unit, whatever the units of its files.
 */
export interface MeasuredColumn {
  name: string;
  property: PointPropertyName;
  unit: string;
  /** Its name in files of the lake. */
  stored: string;
}

type Measured = {
  [Name in PointPropertyName]: (typeof pointProperties)[Name] extends { dimensions: unknown } ? Name : never;
}[PointPropertyName];

/**
 * The columns of every measured property with their units, one for each dimension: rates of seeds and of kilograms
 * cannot be added up. All units of `points` come from here.
 */
const units: Record<Measured, Readonly<Record<string, string>>> = {
  area: { area: 'm2' },
  distance: { distance: 'm' },
  elevation: { elevation: 'm' },
  heading: { heading: 'arcdeg' },
  speed: { speed: 'm/s' },
  equipmentWidth: { equipmentWidth: 'm' },
  xOffset: { xOffset: 'm' },
  yOffset: { yOffset: 'm' },
  implementOffset: { implementOffset: 'm' },
  fuelUsed: { fuelUsed: 'L' },
  fuelRate: { fuelRate: 'L/h' },
  samplingInterval: { samplingInterval: 's' },
  seedRate: { seedRate: 'seeds/ha', seedMassRate: 'kg/ha' },
  seedRateTarget: { seedRateTarget: 'seeds/ha', seedMassRateTarget: 'kg/ha' },
  seedDepth: { seedDepth: 'cm' },
  downForce: { downForce: 'kgf' },
  singulation: { singulation: 'percentage' },
  skips: { skips: 'percentage' },
  doubles: { doubles: 'percentage' },
  appliedRate: { appliedRate: 'L/ha', appliedMassRate: 'kg/ha', appliedCountRate: 'seeds/ha' },
  appliedRateTarget: {
    appliedRateTarget: 'L/ha',
    appliedMassRateTarget: 'kg/ha',
    appliedCountRateTarget: 'seeds/ha',
  },
  harvestMoisture: { harvestMoisture: 'percentage' },
  wetMass: { wetMass: 'kg' },
  wetMassPerArea: { wetMassPerArea: 't/ha' },
  wetVolume: { wetVolume: 'L' },
  wetVolumePerArea: { wetVolumePerArea: 'm3/ha' },
  dryMass: { dryMass: 'kg' },
  dryMassPerArea: { dryMassPerArea: 't/ha' },
  dryVolume: { dryVolume: 'L' },
  dryVolumePerArea: { dryVolumePerArea: 'm3/ha' },
  cropFlow: { cropFlow: 'kg/s' },
  proteinPercentage: { proteinPercentage: 'percentage' },
  tillageDepthTarget: { tillageDepthTarget: 'cm' },
  tillageDepthActual: { tillageDepthActual: 'cm' },
};

const isMeasured = (name: PointPropertyName): name is Measured => Object.hasOwn(units, name);

/**
 * The measured columns of a property; none for a property without units, which is stored under its own name.
 *
 * @example measuredColumnsOf('speed') // [{ name: 'speed', property: 'speed', unit: 'm/s', stored: 'speedMetric' }]
 */
export function measuredColumnsOf(property: PointPropertyName): MeasuredColumn[] {
  if (!isMeasured(property)) return [];
  return Object.entries(units[property]).map(([name, unit]) => ({ name, property, unit, stored: `${name}Metric` }));
}

/** The members of a standard point with their columns. */
export const pointColumns: readonly { name: PointPropertyName; property: PointProperty; measured: MeasuredColumn[] }[] =
  Object.entries(pointProperties).map(([key, property]) => {
    const name = key as PointPropertyName;
    return { name, property, measured: measuredColumnsOf(name) };
  });

/**
 * Names of the columns of products in files of the lake: with rates in the units of `appliedRate` columns, and in those
 * of the machine file.
 */
export const storedProducts = { inOneUnit: 'productsMetric', ofFile: 'products' } as const;

/**
 * The applied-rate column with the dimension of a unit, in whose unit a product's rate is stored; undefined for an
 * unknown unit.
 */
export function productColumnOf(unit: string): MeasuredColumn | undefined {
  return measuredColumnsOf('appliedRate').find((column) => factorBetween(unit, column.unit) !== undefined);
}

/**
 * The conversion from a file's unit to a column's; undefined if the unit is unknown or has another dimension.
 *
 * @example conversionTo(column, 'km/h') // { times: 0.2777777777777778, decimals: 7 } for a column in m/s
 */
export function conversionTo({ unit }: MeasuredColumn, from: string | undefined): Conversion | undefined {
  const times = factorBetween(from, unit);
  return times === undefined ? undefined : { times, decimals: decimalsOf(unit) };
}

/** The conversion back to a file's unit, rounded to the column's digits: 1,881.75 lb/ac is returned as it was sent. */
export function conversionFrom({ unit }: MeasuredColumn, to: string | undefined): Conversion | undefined {
  const times = factorBetween(unit, to);
  if (times === undefined || to === undefined) return undefined;
  const kept = Math.floor(decimalsOf(unit) - Math.log10(times) + rounding);
  return { times, decimals: Math.max(0, Math.min(decimalsOf(to), kept)) };
}

/** Tolerance of decimal logarithms. */
const rounding = 1e-9;

function factorBetween(from: string | undefined, to: string | undefined): number | undefined {
  const [source, target] = [from, to].map((unit) => (unit === undefined ? undefined : parseUnit(unit)));
  return source && source.dimension === target?.dimension ? source.factor / target.factor : undefined;
}
