import type { Settings } from '../../configuration/configuration.ts';
import type { OperationType } from '../operation-type.ts';
import type { Dimension } from './columns/simple-units.ts';
import { type PointProperty, type PointPropertyName, propertiesOf } from './point-properties.ts';
import { isImperial, parseUnit, shownUnit } from './units.ts';

type System = 'imperial' | 'metric';

/** The unit of each dimension; with DEFAULT they are used if the source has no unit. */
const units: Record<Settings['unitMeasurement'], Record<System, Partial<Record<Dimension, string>>>> = {
  DEFAULT: {
    imperial: byDimension('ft', 'm2', 'lb', 'gal', 'mi/hr', 'ac'),
    metric: byDimension('m', 'm2', 't', 'L', 'm/s', 'ha'),
  },
  IMPERIAL: { imperial: byDimension('ft', 'ac', 'lb', 'gal', 'ft/s', 'ac'), metric: {} },
  METRIC: { imperial: {}, metric: byDimension('m', 'ha', 't', 'L', 'm/s', 'ha') },
};

function byDimension(
  length: string,
  area: string,
  mass: string,
  volume: string,
  speed: string,
  ground: string,
): Partial<Record<Dimension, string>> {
  return {
    length,
    area,
    mass,
    volume,
    speed,
    massPerArea: `${mass}/${ground}`,
    volumePerArea: `${volume}/${ground}`,
    countPerArea: `seeds/${ground}`,
    massPerTime: mass === 'lb' ? 'lb/s' : 'kg/s',
    volumePerTime: `${volume}/h`,
    force: mass === 'lb' ? 'lbf' : 'kgf',
    percent: 'percentage',
    angle: 'arcdeg',
    time: 's',
  };
}

/** Units of small lengths, and of offsets, which are always in metres. */
const ownUnits: Partial<Record<PointPropertyName, Record<System, string>>> = {
  xOffset: { imperial: 'm', metric: 'm' },
  yOffset: { imperial: 'm', metric: 'm' },
  seedDepth: { imperial: 'in', metric: 'cm' },
  tillageDepthTarget: { imperial: 'in', metric: 'cm' },
  tillageDepthActual: { imperial: 'in', metric: 'cm' },
};

/**
 * The unit of every measured property of a file's points. DEFAULT keeps the units of the source, and adds missing ones
 * in the source's system; a rate stays one of volume, mass or seeds in any system.
 *
 * @param source the units of the source's columns, by property.
 * @example presentedUnits('tillage', 'METRIC', { speed: 'mi/hr' }).speed // 'm/s'
 */
export function presentedUnits(
  operation: OperationType,
  measurement: Settings['unitMeasurement'],
  source: Partial<Record<PointPropertyName, string>>,
): Partial<Record<PointPropertyName, string>> {
  const system = systemOf(measurement, Object.values(source));
  const presented: Partial<Record<PointPropertyName, string>> = {};
  for (const [name, property] of propertiesOf(operation)) {
    const unit = unitOf(name, property, source[name], measurement, system);
    if (unit) presented[name] = unit;
  }
  return presented;
}

const productUnits: Record<'METRIC' | 'IMPERIAL', Partial<Record<Dimension, string>>> = {
  METRIC: { massPerArea: 'kg/ha', volumePerArea: 'L/ha', countPerArea: 'seeds/ha' },
  IMPERIAL: { massPerArea: 'lb/ac', volumePerArea: 'gal/ac', countPerArea: 'seeds/ac' },
};

/** The unit for the rate of one product in a mix, which may be small; the source's unit if it cannot be converted. */
export function productUnit(source: string, measurement: Settings['unitMeasurement']): string {
  const dimension = parseUnit(source)?.dimension;
  if (measurement === 'DEFAULT' || !dimension) return shownUnit(source);
  return productUnits[measurement][dimension] ?? shownUnit(source);
}

function systemOf(measurement: Settings['unitMeasurement'], source: string[]): System {
  if (measurement !== 'DEFAULT') return measurement === 'IMPERIAL' ? 'imperial' : 'metric';
  return source.filter(isImperial).length > source.length / 3 ? 'imperial' : 'metric';
}

function unitOf(
  name: PointPropertyName,
  { dimensions, ofCrop }: PointProperty,
  source: string | undefined,
  measurement: Settings['unitMeasurement'],
  system: System,
): string | undefined {
  if (!dimensions) return undefined;
  const own = ownUnits[name]?.[system];
  if (own) return own;
  const known = source === undefined ? undefined : parseUnit(source)?.dimension;
  if (measurement === 'DEFAULT' && known && source && keepsSource(name, source)) return shownUnit(source);
  const dimension = known && dimensions.includes(known) ? known : dimensions[0];
  const unit = dimension && units[measurement][system][dimension];
  return ofCrop ? unit?.replace(/^gal/, 'bu').replace(/^L/, 'm3') : unit;
}

/** Whether to keep the source's unit: areas and percentages always have one unit, lengths one of two. */
function keepsSource(name: PointPropertyName, source: string): boolean {
  if (parseUnit(source)?.dimension === 'length') return ['ft', 'm'].includes(shownUnit(source));
  return !['area', 'heading', 'harvestMoisture', 'singulation', 'skips', 'doubles', 'proteinPercentage'].includes(name);
}
