import type { OperationType } from '../operation-type.ts';
import { measures, type PointPropertyName } from './point-properties.ts';
import { fullName } from './shortened-names.ts';
import { metricUnit, statedSystem, type UnitSystem } from './unit-system.ts';
import { parseUnit } from './units.ts';

/** The meaning of a source's column. */
export interface Meaning {
  property: PointPropertyName;
  column: string;
  /** Absent for text. */
  unit?: string;
}

/**
 * A column's name without case, spaces and punctuation, so that `Swth Wdth(m)`, `SWATHWIDTH` and `Swath_Wdt_` can be
 * compared.
 *
 * @example plainName('Swth Wdth(m)') // 'swthwdth'
 */
export function plainName(name: string): string {
  return withoutUnit(name)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

function withoutUnit(name: string): string {
  return name.replace(/[([][^()[\]]*[)\]]\s*$/, '');
}

/** Words in brackets that are not units, but describe the measurement. */
const remarks = new Set([
  ...['wet', 'dry', 'mass', 'volume', 'vol', 'actual', 'target', 'avg', 'average', 'gps', 'msl', 'true', 'wb', 'db'],
]);

/**
 * The unit in the last brackets of a header, which may be unknown: `Crop Flw(M)(tonne/h)` has `tonne/h`, `Moisture(%
 * wb)` has `%` and `Yld Mass(Wet)` none.
 */
function unitInName(name: string): string | undefined {
  const inner = /[([]([^()[\]]*)[)\]]\s*$/.exec(name)?.[1];
  const words = inner?.split(/[\s,;]+/).filter((word) => word && !remarks.has(word.toLowerCase()));
  return words?.join(' ') || undefined;
}

/**
 * The unit of a header: in brackets, or as its last words after the name of a known column, as in `Flow lb/s` and
 * `Yield_bu_ac`.
 */
export function statedUnit(name: string): string | undefined {
  // The M of `Crop_Flw_M` is that of mass, and the name is known with it.
  return unitInName(name) ?? (isKnownName(name) ? undefined : (unitBehind(name)?.unit ?? fullName(name)?.unit));
}

function unitBehind(name: string): { name: string; unit: string } | undefined {
  const words = name.split(/[\s_,;:]+/).filter(Boolean);
  for (const count of [2, 1]) {
    const unit = words.slice(-count).join('/');
    if (words.length > count && parseUnit(unit)) return { name: words.slice(0, -count).join(' '), unit };
  }
  return undefined;
}

interface KnownColumn {
  names: RegExp;
  property: PointPropertyName;
  /** Without a unit in the header the column has no meaning, since there is no convention. */
  isOpen?: true;
  /** The unit by convention, if the source names none. */
  unit?: string;
  only?: OperationType;
}

const shared: KnownColumn[] = [
  { names: /^(distance|dist|distancef|distf)$/, property: 'distance', unit: 'ft' },
  { names: /^(swathwidth|swthwdth|swathwdt|swathwdtf|swthwdthf|width|swath)$/, property: 'equipmentWidth', unit: 'ft' },
  { names: /^(elevation|elevationf|elev|altitude|height)$/, property: 'elevation', unit: 'ft' },
  { names: /^(heading|track|trackdeg|course|bearing)$/, property: 'heading', unit: 'arcdeg' },
  { names: /^(speed|speedmph|vehiclspee|vehiclespeed|gndspeed)$/, property: 'speed', unit: 'mi/hr' },
  { names: /^(sectionid|section)$/, property: 'sectionId' },
  { names: /^(fuelused|fuelconsumed)$/, property: 'fuelUsed', unit: 'gal' },
  { names: /^(fuelrate|fuelflow)$/, property: 'fuelRate', unit: 'gal/h' },
  { names: /^(variety|varieties|hybrid)$/, property: 'variety' },
  { names: /^(crop|croptype|productpr|grain)$/, property: 'crop' },
  { names: /^(yoffset)$/, property: 'yOffset', unit: 'm' },
  { names: /^(xoffset)$/, property: 'xOffset', unit: 'm' },
];

const harvested: KnownColumn[] = [
  { names: /^(moisture|moist|moistureprcnt)$/, property: 'harvestMoisture', unit: 'percentage' },
  { names: /^(wetmass|yieldmass|yldmasswet|yldmasswe|yldmassw)$/, property: 'wetMassPerArea', unit: 'lb/ac' },
  { names: /^(yldmassdry|yldmassdr|drymass|yldmassd)$/, property: 'dryMassPerArea', unit: 'lb/ac' },
  { names: /^(yldvolwe|yldvolwet|yldvolwetbu)$/, property: 'wetVolumePerArea', unit: 'bu/ac' },
  // VRYIELDVOL is at the crop's standard moisture: it adds up to WetMass after drying, never to WetMass itself.
  { names: /^(yldvoldry|yldvoldr|vryieldvol)$/, property: 'dryVolumePerArea', unit: 'bu/ac' },
  // A yield is wet unless the source says that it is dry.
  { names: /^(yield|yld|cropyield|grainyield)$/, property: 'wetMassPerArea', unit: 't/ha', isOpen: true },
  { names: /^(yield|yld|cropyield|grainyield)$/, property: 'wetVolumePerArea', unit: 'bu/ac', isOpen: true },
  { names: /^(cropflw|cropflow|cropflwm|cropflowm|grainflow|massflow|flow)$/, property: 'cropFlow', unit: 'lb/s' },
  { names: /^(duration|durations|interval)$/, property: 'samplingInterval', unit: 's' },
  { names: /^(protein|proteinpct)$/, property: 'proteinPercentage', unit: 'percentage' },
];

const planted: KnownColumn[] = [
  { names: /^(seedrate|seedcount|rtapdct|appliedrate|appliedrat)$/, property: 'seedRate', unit: 'seeds/ac' },
  { names: /^(targetrate|tgtrate|seedratetarget|rttgt|controlrate)$/, property: 'seedRateTarget', unit: 'seeds/ac' },
  { names: /^(seeddepth|depth)$/, property: 'seedDepth', unit: 'in' },
  { names: /^(downforce)$/, property: 'downForce', unit: 'lbf' },
  { names: /^(singulation|singulatio)$/, property: 'singulation', unit: 'percentage' },
  { names: /^(skips|skip)$/, property: 'skips', unit: 'percentage' },
  { names: /^(doubles|multiples)$/, property: 'doubles', unit: 'percentage' },
];

const applied: KnownColumn[] = [
  { names: /^(appliedrate|appliedrat|rtapdliq|rtapdms|actualrate)$/, property: 'appliedRate', unit: 'gal/ac' },
  { names: /^(targetrate|tgtrate|rttgt|appliedratetarget)$/, property: 'appliedRateTarget', unit: 'gal/ac' },
];

const tillage: KnownColumn[] = [
  { names: /^(depthactual|tilldepth|tillagedepthactual|depth)$/, property: 'tillageDepthActual', unit: 'in' },
  { names: /^(depthtarget|tillagedepthtarget|targetdepth)$/, property: 'tillageDepthTarget', unit: 'in' },
  { names: /^(tilltype|tillagetype)$/, property: 'tillType' },
];

const own: Record<OperationType, KnownColumn[]> = { harvested, planted, applied, tillage };
const allKnown = [...Object.values(own).flat(), ...shared];

function isKnownName(column: string): boolean {
  return allKnown.some(({ names }) => names.test(plainName(column)));
}

/** The columns that have a meaning for this kind of work only. */
export function ownMeanings(columns: string[], operation: OperationType): string[] {
  return columns.filter((column) => own[operation].some(({ names }) => names.test(writtenOut(column))));
}

/**
 * The kind of work that columns indicate, by the most specific column; undefined if none does.
 *
 * @example operationOf(['Longitude', 'Latitude', 'Yield']) // 'harvested'
 */
export function operationOf(columns: string[]): OperationType | undefined {
  const plain = new Set(columns.flatMap((column) => [writtenOut(column), plainName(unitBehind(column)?.name ?? '')]));
  const has = (pattern: RegExp) => [...plain].some((name) => pattern.test(name));
  if (has(/^(wetmass|yieldmass|yldvolwe|yldvoldr|yldmass|vryieldvol|yield)/)) return 'harvested';
  if (has(/^(seedrate|seedcount|rtapdct|singulatio)/)) return 'planted';
  if (has(/^(appliedrat|rtapdliq|rtapdms|actualrate)/)) return 'applied';
  if (has(/^(tilldepth|tillagedepth|depthactual)/)) return 'tillage';
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
  units: (column: string) => string | undefined = unitInName,
  system: UnitSystem | undefined = statedSystem(
    columns.map((column) => units(column) ?? statedUnit(column)),
    columns,
  ),
): Meaning[] {
  const meanings = new Map<PointPropertyName, Meaning>();
  const isMetric = system === 'metric';
  for (const column of columns) {
    const stated = units(column) ?? statedUnit(column);
    const known = knownColumn(column, operation, stated);
    if (!known || (known.isOpen && !stated)) continue;
    const usual = known.unit && (isMetric ? metricUnit(known.unit) : known.unit);
    if (known.unit && !usual && !stated) continue;
    const unit = known.unit && (stated ?? usual);
    const before = meanings.get(known.property);
    if (before && (measures(known.property, before.unit) || !measures(known.property, unit))) continue;
    meanings.set(known.property, { property: known.property, column, ...(unit && { unit }) });
  }
  return [...meanings.values()];
}

/** Columns of metric tables that have a meaning but neither a unit nor one by convention, such as a yield in volume. */
export function withoutUsualUnit(columns: string[], operation: OperationType, system?: UnitSystem): string[] {
  if ((system ?? statedSystem(columns.map(statedUnit), columns)) !== 'metric') return [];
  return columns.filter((column) => {
    const unit = knownColumn(column, operation)?.unit;
    return unit !== undefined && statedUnit(column) === undefined && metricUnit(unit) === undefined;
  });
}

/** A known column by its name, and by its unit if the name has several meanings. */
function knownColumn(column: string, operation: OperationType, unit = ''): KnownColumn | undefined {
  const fits = ({ property, unit: usual }: KnownColumn) => usual !== undefined && measures(property, unit);
  const called = (name: string) => [...own[operation], ...shared].filter(({ names }) => names.test(plainName(name)));
  const byName = called(column);
  const behind = () => called(unitBehind(column)?.name ?? '').find(fits);
  return byName.find(fits) ?? byName[0] ?? behind() ?? called(fullName(column)?.name ?? '')[0];
}

/** The plain name of a column, or the one that a shortened name stands for. */
export function writtenOut(column: string): string {
  return isKnownName(column) ? plainName(column) : (fullName(column)?.name ?? plainName(column));
}
