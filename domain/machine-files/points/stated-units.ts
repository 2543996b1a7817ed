import type { OperationType } from '../operation-type.ts';
import { isOpenYield, type Meaning, meaningsOf, statedUnit, withoutUsualUnit, writtenOut } from './column-meanings.ts';
import { metricUnit, statedSystem, type UnitSystem } from './columns/unit-system.ts';
import { measures, type PointPropertyName } from './point-properties.ts';

/** Column names that only exports of John Deere Operations Center and SMS have, whose units are known. */
const ofMakers = /^(wetmass|yieldmass|yldvol|yldmass|vryieldvol|cropflw|swthwdth)/;

/** Properties that have one unit in every source. */
const oneUnit: ReadonlySet<PointPropertyName> = new Set([
  ...(['harvestMoisture', 'proteinPercentage', 'heading', 'samplingInterval'] as const),
]);

const yields = ['wetMassPerArea', 'dryMassPerArea', 'wetVolumePerArea', 'dryVolumePerArea', 'cropFlow'];

/** The meanings of columns with known units, and the columns that lack a unit. */
export interface StatedMeanings {
  meanings: Meaning[];
  /** Columns that are useless without a unit, which the source does not name. */
  unstated: string[];
  /** Whether yield or area cannot be determined without their units. */
  isNeeded: boolean;
}

/**
 * The meanings of a table's columns, without assumed units: monitors write a `Flow` in lb/s, kg/s or t/h and a `Swath`
 * in feet, inches or metres. Tables with the column names of a manufacturer's export have that manufacturer's units.
 *
 * @param system of columns whose units nothing states, as it was measured.
 */
export function statedMeanings(
  columns: string[],
  operation: OperationType,
  system?: UnitSystem,
  units: (column: string) => string | undefined = statedUnit,
): StatedMeanings {
  const all = meaningsOf(columns, operation, units, system);
  const isOfMaker = operation !== 'harvested' || columns.some((column) => ofMakers.test(writtenOut(column)));
  if (isOfMaker)
    return { meanings: all, unstated: withoutUsualUnit(columns, operation, units, system), isNeeded: false };
  const isStated = ({ property, column, unit }: Meaning) =>
    unit === undefined || oneUnit.has(property) || units(column) !== undefined;
  const meanings = all.filter(isStated);
  const open = columns.filter((column) => isOpenYield(column) && !units(column));
  const left = all.filter((meaning) => !isStated(meaning));
  const unstated = columns.filter((name) => open.includes(name) || left.some(({ column }) => column === name));
  const hasYield = meanings.some(({ property, unit }) => yields.includes(property) && measures(property, unit));
  const widthLacks = left.some(({ property }) => property === 'equipmentWidth');
  const yieldLacks = open.length > 0 || left.some(({ property }) => property === 'cropFlow');
  return { meanings, unstated, isNeeded: widthLacks || (yieldLacks && !hasYield) };
}

/** The meanings whose units depend on a system that the table does not state. */
export function openMeanings(
  columns: string[],
  operation: OperationType,
  units: (column: string) => string | undefined = statedUnit,
): Meaning[] {
  if (statedSystem(columns.map(units), columns)) return [];
  return statedMeanings(columns, operation, 'us', units).meanings.filter(
    ({ column, unit }) => unit !== undefined && units(column) === undefined && metricUnit(unit) !== unit,
  );
}
