import type { Conversion } from '../../../sql/catalogue.ts';
import { type PointProperty, type PointPropertyName, pointProperties } from './point-properties.ts';
import { decimalsOf, parseUnit } from './units.ts';

/** A column of the table `points` with the numbers of a measured property: one unit, whatever the units of its files are. */
export interface MeasuredColumn {
  name: string;
  property: PointPropertyName;
  unit: string;
  /** What files of the lake call it. Those of earlier releases have the property's own name for numbers in the units of their file. */
  stored: string;
}

type Measured = {
  [Name in PointPropertyName]: (typeof pointProperties)[Name] extends { dimensions: unknown } ? Name : never;
}[PointPropertyName];

/**
 * The one source of the units of `points`: of every measured property its columns, with one for each dimension that it may have. A rate of
 * seeds and one of kilograms are no numbers that anybody could add up.
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

/** The columns of a property, which is none for what has no unit: it is stored under its own name. */
export function measuredColumnsOf(property: PointPropertyName): MeasuredColumn[] {
  if (!isMeasured(property)) return [];
  return Object.entries(units[property]).map(([name, unit]) => ({ name, property, unit, stored: `${name}Metric` }));
}

/** The members of a standard point, with their columns. */
export const pointColumns: readonly { name: PointPropertyName; property: PointProperty; measured: MeasuredColumn[] }[] =
  Object.entries(pointProperties).map(([key, property]) => {
    const name = key as PointPropertyName;
    return { name, property, measured: measuredColumnsOf(name) };
  });

/** What files of the lake call what was applied: in the units of `appliedRate` and its like, and in those of the machine file. */
export const storedProducts = { inOneUnit: 'productsMetric', ofFile: 'products' } as const;

/** The column of the applied rates that measure what a unit does, in whose unit a product's rate is; undefined for a unit that is not known. */
export function productColumnOf(unit: string): MeasuredColumn | undefined {
  return measuredColumnsOf('appliedRate').find((column) => factorBetween(unit, column.unit) !== undefined);
}

/** From a file's unit to that of a column; undefined where the unit is not known, or measures something else than the column. */
export function conversionTo({ unit }: MeasuredColumn, from: string | undefined): Conversion | undefined {
  const times = factorBetween(from, unit);
  return times === undefined ? undefined : { times, decimals: decimalsOf(unit) };
}

/** Back to a file's unit, with the digits that the column has: 1,881.75 lb/ac come out as they went in. */
export function conversionFrom({ unit }: MeasuredColumn, to: string | undefined): Conversion | undefined {
  const times = factorBetween(unit, to);
  if (times === undefined || to === undefined) return undefined;
  const told = Math.floor(decimalsOf(unit) - Math.log10(times) + rounding);
  return { times, decimals: Math.max(0, Math.min(decimalsOf(to), told)) };
}

/** Of logarithms of powers of ten. */
const rounding = 1e-9;

function factorBetween(from: string | undefined, to: string | undefined): number | undefined {
  const [source, target] = [from, to].map((unit) => (unit === undefined ? undefined : parseUnit(unit)));
  return source && source.dimension === target?.dimension ? source.factor / target.factor : undefined;
}
