import type { Dimension } from './columns/simple-units.ts';
import { type PointPropertyName, pointProperties } from './point-properties.ts';
import { parseUnit } from './units.ts';

/**
 * Limits in the base unit of each dimension, far above anything that a machine measures: odd values are for cleanup
 * rules to judge. A larger number is a program's error, and would make every sum and average meaningless.
 */
const largest: Record<Dimension, number> = {
  length: 1e5,
  area: 1e8,
  mass: 1e7,
  volume: 1e7,
  count: 1e9,
  time: 1e7,
  percent: 1e6,
  angle: 1e6,
  force: 1e7,
  pressure: 1e9,
  speed: 1e4,
  massPerArea: 1e6,
  volumePerArea: 1e6,
  countPerArea: 1e6,
  countPerLength: 1e6,
  areaPerTime: 1e6,
  massPerTime: 1e6,
  volumePerTime: 1e6,
};

/**
 * The maximum absolute value of a property in a unit.
 *
 * @returns undefined for properties that are not numbers, and for units that do not measure them.
 */
export function maxNumber(property: PointPropertyName, unit: string | undefined): number | undefined {
  const { type, dimensions = [] } = pointProperties[property] as { type: string; dimensions?: readonly Dimension[] };
  if (type === 'integer') return Number.MAX_SAFE_INTEGER;
  const known = unit === undefined ? undefined : parseUnit(unit);
  return known && dimensions.includes(known.dimension) ? largest[known.dimension] / known.factor : undefined;
}
