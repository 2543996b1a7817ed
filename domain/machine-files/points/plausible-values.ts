import type { OperationType } from '../operation-type.ts';
import type { PointPropertyName } from './point-properties.ts';
import { factorOf, parseUnit } from './units.ts';
import { highestRates } from './value-limits.ts';

interface Range {
  unit: string;
  min: number;
  max: number;
}

/** Twice the 15 m/s of transport on roads. */
export const fastestTransport = 30;

/**
 * The usual values that field work can have: their median in a file, not each value. One outside is a wrong scale or unit.
 *
 * No standard has limits of what is possible, so these are ours. Each is a known extreme times two or more, or a third of it and less, since wrong scales are off by
 * ten and more (ISO 11783-11 writes in hundredths and thousandths), and a good file that is refused costs more than an odd one that is read.
 */
const plausible: Partial<Record<PointPropertyName, Range[]>> = {
  // Ultra-low volumes begin below 5 L/ha (ASABE S327, terminology of application), and micro-granules at some kg/ha. 15 mm of slurry or digestate, far above what
  // laws allow a year, are 150,000 L/ha.
  appliedRate: [
    { unit: 'L/ha', min: 0.1, max: highestRates.volume },
    { unit: 'kg/ha', min: 0.1, max: highestRates.mass },
  ],
  // Orchards have some hundred trees/ha; 20 kg/ha of white clover, with 1.5 million seeds a kilogram, are 30 million. By mass from poppy (0.5 kg/ha) to setts of sugar
  // cane (10 t/ha).
  seedRate: [
    { unit: 'seeds/ha', min: 50, max: highestRates.count },
    { unit: 'kg/ha', min: 0.1, max: 15_000 },
  ],
  // The highest averages of countries are 120 t/ha of sugar cane (FAOSTAT, crops and livestock products); a failed crop, or saffron, has some kilograms.
  wetMassPerArea: [{ unit: 't/ha', min: 0.01, max: 300 }],
  dryMassPerArea: [{ unit: 't/ha', min: 0.01, max: 300 }],
  // The same masses in bulk: chopped silage has 300 to 400 kg/m³.
  wetVolumePerArea: [{ unit: 'm3/ha', min: 0.01, max: 500 }],
  // The combine of the Guinness record of 2014 threshed 100 t/h of wheat, 28 kg/s; foragers chop 300 t/h, 83 kg/s.
  cropFlow: [{ unit: 'kg/s', min: 0.01, max: 150 }],
  // From dry seed to beet and vegetables, which are nine tenths water.
  harvestMoisture: [{ unit: 'percentage', min: 1, max: 95 }],
  // Starchy roots have 1 to 2 % of their dry mass, soya and lupins up to 50 %.
  proteinPercentage: [{ unit: 'percentage', min: 1, max: 70 }],
  // Fine seeds are sown on the ground, tubers and setts 30 cm deep.
  seedDepth: [{ unit: 'cm', min: 0.1, max: 60 }],
  // Subsoilers and mole ploughs reach a metre.
  tillageDepthActual: [{ unit: 'cm', min: 0.1, max: 150 }],
  // A quarter of a litre of diesel gives a kilowatt-hour, and the largest engines have 700 kW: 175 L/h.
  fuelRate: [{ unit: 'L/h', min: 0.1, max: 400 }],
  // Vegetable planters creep at 0.1 m/s. Fields have `fastestWork`.
  speed: [{ unit: 'm/s', min: 0.02, max: fastestTransport }],
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
 * The speeds in m/s above which no machine does a kind of work, each at least 1.6 times the fastest known one, since positions jump. ASAE D497.7 (table 3, field speeds) ends
 * at 5 mph for combines, 7 for planters and boom sprayers, 8 for field cultivators and 10 for spreaders: 2 to 4.5 m/s. Makers go beyond: planters work at more
 * than 20 km/h (Väderstad Tempo, record of 2017), balers, cultivators and disc harrows up to 25, self-propelled sprayers and spreader trucks at 40 and more.
 */
export const fastestWork: Record<OperationType, number> = { harvested: 12, planted: 10, tillage: 12, applied: 20 };
