import type { OperationType } from '../operation-type.ts';
import { clarify, isAmbiguous } from './columns/ambiguous-names.ts';
import { columnsNamed, columnsOf, dimensionsOf, type KnownColumn, knownName } from './columns/column-names.ts';
import { headerText, plainName, plainNames, withRemarks } from './columns/header-text.ts';
import { fullName } from './columns/shortened-names.ts';
import type { Dimension } from './columns/simple-units.ts';
import { inEnglish } from './columns/translated-names.ts';
import { metricUnit, statedSystem, type UnitSystem } from './columns/unit-system.ts';
import type { PointPropertyName } from './point-properties.ts';
import { readingsOf } from './units.ts';

/** The meaning of a source's column. */
export interface Meaning {
  property: PointPropertyName;
  column: string;
  /** As the source writes it, or the one by convention. Absent for text. */
  unit?: string;
  /** What the column measures by its name. Absent for text. */
  dimensions?: readonly Dimension[];
  /** Whether the source has no unit, and the name measures several dimensions: a rate may be a volume or a mass. */
  isAssumed?: true;
}

/** A column's plain names, the first of which tells most, and the unit in its header. */
interface Cut {
  names: string[];
  unit?: string | undefined;
}

/**
 * Cuts a header into name and unit: in brackets, or as its last words after the name of a known column, as in `Flow lb/s`
 * and `Yield_bu_ac`.
 */
function cut(header: string): Cut {
  const { name, unit, remarks } = headerText(header);
  const names = plainNames(header);
  // The M of `Crop Flw(M)` is that of mass.
  const joined = unit === undefined || !/^[a-z]{1,4}$/i.test(unit) ? '' : inEnglish(name + unit);
  if (knownName(joined)) return { names: [joined, ...names], unit: knownName(joined)?.unit };
  if (unit !== undefined) return { names: [...names, ...longName(name)], unit };
  const [known] = names.flatMap((plain) => knownName(plain) ?? []);
  if (known) return { names, unit: known.unit };
  const behind = unitBehind(name);
  if (behind) return { names: [...withRemarks(behind.name, remarks), ...longName(behind.name)], unit: behind.unit };
  const full = fullName(header);
  return full ? { names: [full.name], unit: full.unit } : { names };
}

function longName(name: string): string[] {
  return knownName(inEnglish(name)) ? [] : [fullName(name)?.name ?? ''].filter(Boolean);
}

/** The unit of a header; undefined if it has none. */
export function statedUnit(header: string): string | undefined {
  return cut(header).unit;
}

/** Words of units behind a name, at most: `short tons ac`. */
const mostWords = 3;

function unitBehind(header: string): { name: string; unit: string } | undefined {
  const words = header.split(/[\s_,;:.]+/).filter(Boolean);
  for (let count = Math.min(mostWords, words.length - 1); count > 0; count--) {
    const [name, last] = [words.slice(0, -count).join(' '), words.slice(-count)];
    const unit = ['/', ' '].map((between) => last.join(between)).find((text) => readingsOf(text).length > 0);
    // Of an unknown name, a letter such as the N of `Target_N` is no unit.
    const plain = inEnglish(name);
    const isKnown = knownName(plain) !== undefined || isAmbiguous(plain) || fullName(name) !== undefined;
    if (unit !== undefined && (isKnown || readingsOf(unit)[0]?.unit.includes('/'))) return { name, unit };
  }
  return undefined;
}

/** The columns that have a meaning for this kind of work only. */
export function ownMeanings(columns: string[], operation: OperationType): string[] {
  const own = new Set(columnsOf(operation).own.flatMap(({ names }) => names));
  return columns.filter((column) => own.has(writtenOut(column)));
}

/**
 * The kind of work that columns indicate, by the most specific column; undefined if none does.
 *
 * @example operationOf(['Longitude', 'Latitude', 'Yield']) // 'harvested'
 */
export function operationOf(columns: string[]): OperationType | undefined {
  const plain = new Set(columns.flatMap((column) => [writtenOut(column), ...cut(column).names]));
  const has = (pattern: RegExp) => [...plain].some((name) => pattern.test(name));
  if (has(/^(wetmass|yieldmass|yldvol|yldmass|vryieldvol|yield|(wet|dry|mass|volume|grain|crop)yield)/))
    return 'harvested';
  if (has(/^(seedrate|seedcount|seedingrate|plantingrate|rtapdct|singulatio)/)) return 'planted';
  if (has(/^(appliedrat|rtapdliq|rtapdms|actualrate|appliedmassrate|appliedvolumerate|applrate|rateapplied)/))
    return 'applied';
  if (has(/^(tilldepth|tillagedepth|depthactual)/)) return 'tillage';
  if (has(/^(seed|plant)?population$/)) return 'planted';
  // Sprayers have a flow too, but no moisture.
  return has(/^(crop|grain|mass)?(flow|flw)m?$/) && has(/^moist/) ? 'harvested' : undefined;
}

/**
 * Whether the columns of polygons describe work, such as a machine's swaths. A single column may describe a field, such
 * as its yield.
 *
 * @example isWork(['AppliedRat', 'TargetRate']) // true
 */
export function isWork(columns: string[]): boolean {
  const operation = operationOf(columns);
  return operation !== undefined && meaningsOf(columns, operation).length > 1;
}

/**
 * The meanings of a table's columns for one kind of work. If several columns fit a property, the first of those with a
 * unit that measures it is used.
 *
 * @param units the source's units by column name; otherwise the units in headers, and then those by convention: US ones,
 * unless the other columns are metric.
 * @param system of columns whose units nothing states; by default that of the other columns.
 * @example meaningsOf(['Crop'], 'harvested') // [{ property: 'crop', column: 'Crop' }]
 */
export function meaningsOf(
  columns: string[],
  operation: OperationType,
  units: (column: string) => string | undefined = statedUnit,
  system?: UnitSystem,
): Meaning[] {
  const statedIn = (column: string) => units(column) ?? statedUnit(column);
  const inSystem = system ?? statedSystem(columns.map(statedIn), columns);
  const meanings = new Map<PointPropertyName, { meaning: Meaning; fits: boolean }>();
  for (const column of columns) {
    const stated = statedIn(column);
    const clear = clarify(column, stated, operation, columns);
    const known = clear ? columnNamed([clear.name ?? ''], operation, stated) : knownColumn(column, operation, stated);
    if (!known || (known.isOpen && !stated)) continue;
    const usual = usualUnit(known, inSystem);
    if (known.unit && !usual && !stated) continue;
    const unit = known.unit && (stated ?? usual);
    const fits = unit === undefined || fitsColumn(known, unit);
    const before = meanings.get(known.property);
    if (before && (before.fits || !fits)) continue;
    const dimensions = dimensionsOf(known);
    const isAssumed = unit !== undefined && stated === undefined && dimensions.length > 1;
    const meaning: Meaning = {
      property: known.property,
      column,
      ...(unit && { unit, dimensions }),
      ...(isAssumed && { isAssumed }),
    };
    meanings.set(known.property, { meaning, fits });
  }
  return targetsLikeRates([...meanings.values()].map(({ meaning }) => meaning));
}

const rates: Partial<Record<PointPropertyName, PointPropertyName>> = {
  appliedRateTarget: 'appliedRate',
  seedRateTarget: 'seedRate',
};

/** A target without a unit has that of the rate beside it, so that both measure the same. */
function targetsLikeRates(meanings: Meaning[]): Meaning[] {
  return meanings.map((meaning): Meaning => {
    const rate = meanings.find(({ property }) => property === rates[meaning.property]);
    if (!meaning.isAssumed || !rate?.unit) return meaning;
    const { isAssumed, ...rest } = meaning;
    return {
      ...rest,
      unit: rate.unit,
      ...(rate.isAssumed && { isAssumed }),
      ...(rate.dimensions && { dimensions: rate.dimensions }),
    };
  });
}

function usualUnit({ unit, metric }: KnownColumn, system: UnitSystem | undefined): string | undefined {
  return system === 'metric' && unit !== undefined ? (metric ?? metricUnit(unit)) : unit;
}

/** Whether a unit may measure what the name of a column says. */
function fitsColumn(known: KnownColumn, unit: string): boolean {
  const dimensions = dimensionsOf(known);
  return readingsOf(unit).some(({ dimension }) => dimensions.includes(dimension));
}

/** Columns of metric tables that have a meaning but neither a unit nor one by convention, such as a yield in volume. */
export function withoutUsualUnit(
  columns: string[],
  operation: OperationType,
  units: (column: string) => string | undefined,
  system?: UnitSystem,
): string[] {
  if ((system ?? statedSystem(columns.map(units), columns)) !== 'metric') return [];
  return columns.filter((column) => {
    const known = knownColumn(column, operation);
    return known?.unit !== undefined && units(column) === undefined && usualUnit(known, 'metric') === undefined;
  });
}

/** Whether a column is a yield that may be a mass or a volume, so that it means nothing without its unit. */
export function isOpenYield(column: string): boolean {
  return knownColumn(column, 'harvested')?.isOpen === true;
}

/** A known column by its names, and by its unit if a name has several meanings. */
function knownColumn(column: string, operation: OperationType, unit = ''): KnownColumn | undefined {
  return columnNamed(cut(column).names, operation, unit);
}

function columnNamed(names: readonly string[], operation: OperationType, unit = ''): KnownColumn | undefined {
  for (const name of names) {
    const called = columnsNamed(name, operation);
    const found = called.find((known) => known.unit !== undefined && fitsColumn(known, unit)) ?? called[0];
    if (found) return found;
  }
  return undefined;
}

/** The plain name of a column, or the one that a shortened name stands for. */
export function writtenOut(column: string): string {
  const { names } = cut(column);
  return names.find(knownName) ?? plainName(column);
}
