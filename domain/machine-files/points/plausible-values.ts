import type { OperationType } from '../operation-type.ts';
import type { PointPropertyName } from './point-properties.ts';
import { factorOf, parseUnit } from './units.ts';

interface Range {
  unit: string;
  min: number;
  max: number;
}

/**
 * The usual values that field work can have. They are wide: from micro-granules to compost, from carrots to
 * potatoes, from a dry year to sugar cane. A usual value outside is a wrong scale or unit, not an odd day.
 *
 * The limits are ours, not those of a standard, and wide on purpose: a wrong scale or unit is usually off by a factor of ten or more, and refusing a
 * good file costs more than reading an odd one.
 */
const plausible: Partial<Record<PointPropertyName, Range[]>> = {
  // A drone sprays some litres; 15 mm of slurry or digestate are 150,000.
  appliedRate: [
    { unit: 'L/ha', min: 0.1, max: 150_000 },
    { unit: 'kg/ha', min: 0.1, max: 150_000 },
  ],
  // Trees and small clover; micro-seeds by mass and sets of sugar cane.
  seedRate: [
    { unit: 'seeds/ha', min: 50, max: 200_000_000 },
    { unit: 'kg/ha', min: 0.1, max: 15_000 },
  ],
  wetMassPerArea: [{ unit: 't/ha', min: 0.01, max: 300 }],
  dryMassPerArea: [{ unit: 't/ha', min: 0.01, max: 300 }],
  wetVolumePerArea: [{ unit: 'm3/ha', min: 0.01, max: 500 }],
  cropFlow: [{ unit: 'kg/s', min: 0.01, max: 150 }],
  harvestMoisture: [{ unit: 'percentage', min: 1, max: 95 }],
  proteinPercentage: [{ unit: 'percentage', min: 1, max: 70 }],
  seedDepth: [{ unit: 'cm', min: 0.1, max: 60 }],
  tillageDepthActual: [{ unit: 'cm', min: 0.1, max: 150 }],
  fuelRate: [{ unit: 'L/h', min: 0.1, max: 400 }],
  speed: [{ unit: 'm/s', min: 0.02, max: 30 }],
};

/**
 * Whether a usual value of a property is possible; undefined if the property has no range in the unit's dimension.
 *
 * @example isPlausible('harvestMoisture', 1450, 'percentage') // false
 */
export function isPlausible(property: PointPropertyName, average: number, unit: string): boolean | undefined {
  const range = rangeOf(property, unit);
  return range && average >= range.min && average <= range.max;
}

/** The possible usual values of a property in a unit. */
export function rangeOf(property: PointPropertyName, unit: string): Omit<Range, 'unit'> | undefined {
  const known = parseUnit(unit);
  const range = plausible[property]?.find((candidate) => parseUnit(candidate.unit)?.dimension === known?.dimension);
  if (!range || !known) return undefined;
  const factor = factorOf(range.unit) / known.factor;
  return { min: range.min * factor, max: range.max * factor };
}

/**
 * The speeds in m/s above which no machine does a kind of work on the ground, transport between fields included in
 * `applied`, whose spreaders and trucks are the fastest. Sources: manufacturers' working ranges (combines and balers up
 * to 25 km/h, high-speed planters 20 km/h, cultivators 25 km/h, self-propelled sprayers 40 km/h, spreader trucks 60
 * km/h), each with a margin for positions that jump.
 */
export const fastestWork: Record<OperationType, number> = { harvested: 12, planted: 10, tillage: 12, applied: 20 };
