import type { OperationType } from '../operation-type.ts';
import { type Meaning, meaningsOf, plainName, statedUnit } from './column-meanings.ts';
import { measures, type PointPropertyName } from './point-properties.ts';

/** Names that only exports have whose units are known by convention: those of John Deere Operations Center and of SMS. */
const ofMakers = /^(wetmass|yieldmass|yldvol|yldmass|vryieldvol|cropflw|swthwdth)/;

/** Measured in one unit wherever they are written. */
const oneUnit: ReadonlySet<PointPropertyName> = new Set([
  ...(['harvestMoisture', 'proteinPercentage', 'heading', 'samplingInterval'] as const),
]);

const yields = ['wetMassPerArea', 'dryMassPerArea', 'wetVolumePerArea', 'dryVolumePerArea', 'cropFlow'];

const yieldNames = /^(yield|yld|cropyield|grainyield)$/;

/** What columns mean as far as their units are known, and those that need one. */
export interface StatedMeanings {
  meanings: Meaning[];
  /** Columns that are of no use without a unit, which nothing says. */
  unstated: string[];
  /** Whether there is neither yield nor area without their units. */
  isNeeded: boolean;
}

/**
 * What the columns of a table mean, without units that are only assumed: monitors write a `Flow` in lb/s, kg/s or t/h and a `Swath` in feet,
 * inches or metres. Tables with the names of a maker's export have that maker's units.
 */
export function statedMeanings(columns: string[], operation: OperationType): StatedMeanings {
  const all = meaningsOf(columns, operation);
  const isOfMaker = operation !== 'harvested' || columns.some((column) => ofMakers.test(plainName(column)));
  if (isOfMaker) return { meanings: all, unstated: [], isNeeded: false };
  const isStated = ({ property, column, unit }: Meaning) =>
    unit === undefined || oneUnit.has(property) || statedUnit(column) !== undefined;
  const meanings = all.filter(isStated);
  const open = columns.filter((column) => yieldNames.test(plainName(column)) && !statedUnit(column));
  const left = all.filter((meaning) => !isStated(meaning));
  const unstated = columns.filter((name) => open.includes(name) || left.some(({ column }) => column === name));
  const hasYield = meanings.some(({ property, unit }) => yields.includes(property) && measures(property, unit));
  const widthLacks = left.some(({ property }) => property === 'equipmentWidth');
  const yieldLacks = open.length > 0 || left.some(({ property }) => property === 'cropFlow');
  return { meanings, unstated, isNeeded: widthLacks || (yieldLacks && !hasYield) };
}
