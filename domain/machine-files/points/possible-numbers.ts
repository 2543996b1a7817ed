import { type PointPropertyName, pointProperties } from './point-properties.ts';
import { type Dimension, parseUnit } from './units.ts';

/**
 * Limits that no record of field work exceeds, in the base unit of each dimension. Far above anything that a machine measures: cleanup rules, not
 * these limits, decide about odd values. A number beyond is a mistake of a program, and would make nonsense of every sum and average.
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
  speed: 1e4,
  massPerArea: 1e6,
  volumePerArea: 1e6,
  countPerArea: 1e6,
  massPerTime: 1e6,
  volumePerTime: 1e6,
};

/**
 * The largest number, of either sign, that a property of a point can have in a unit.
 *
 * @returns undefined for properties that are no numbers, and in units that do not measure them.
 */
export function largestNumber(property: PointPropertyName, unit: string | undefined): number | undefined {
  const { type, dimensions = [] } = pointProperties[property] as { type: string; dimensions?: readonly Dimension[] };
  if (type === 'integer') return Number.MAX_SAFE_INTEGER;
  const known = unit === undefined ? undefined : parseUnit(unit);
  return known && dimensions.includes(known.dimension) ? largest[known.dimension] / known.factor : undefined;
}
