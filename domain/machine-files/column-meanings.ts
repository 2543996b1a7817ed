import type { OperationType } from './operation-type.ts';
import type { PointPropertyName } from './point-properties.ts';
import { parseUnit } from './units.ts';

/** What a source's column says of each point. */
export interface Meaning {
  property: PointPropertyName;
  column: string;
  /** Absent for texts. */
  unit?: string;
}

/** A column's name without case, spaces and marks, so that `Swth Wdth(m)`, `SWATHWIDTH` and `Swath_Wdt_` can be compared. */
export function plainName(name: string): string {
  return withoutUnit(name)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

function withoutUnit(name: string): string {
  return name.replace(/[([][^()[\]]*[)\]]\s*$/, '');
}

/** The unit in the last pair of brackets of a header, where it is one: `Crop Flw(M)(tonne/h)` has `tonne/h`. */
export function unitInName(name: string): string | undefined {
  const inner = /[([]([^()[\]]*)[)\]]\s*$/.exec(name)?.[1];
  return inner !== undefined && parseUnit(inner) ? inner : undefined;
}

interface KnownColumn {
  names: RegExp;
  property: PointPropertyName;
  /** What it is measured in when the source does not say, by convention of those who write such columns. */
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
  // VRYIELDVOL is at the crop's standard moisture: its sums are those of WetMass so dried, never those of WetMass itself.
  { names: /^(yldvoldry|yldvoldr|vryieldvol)$/, property: 'dryVolumePerArea', unit: 'bu/ac' },
  { names: /^(cropflw|cropflow|cropflwm|cropflowm|flow)$/, property: 'cropFlow', unit: 'lb/s' },
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

/** The kind of work that columns speak of, most telling first; undefined when none does. */
export function operationOf(columns: string[]): OperationType | undefined {
  const plain = new Set(columns.map(plainName));
  const has = (pattern: RegExp) => [...plain].some((name) => pattern.test(name));
  if (has(/^(wetmass|yieldmass|yldvolwe|yldvoldr|yldmass|vryieldvol|yield)/)) return 'harvested';
  if (has(/^(seedrate|seedcount|rtapdct|singulatio)/)) return 'planted';
  if (has(/^(appliedrat|rtapdliq|rtapdms|actualrate)/)) return 'applied';
  return has(/^(tilldepth|tillagedepth|depthactual)/) ? 'tillage' : undefined;
}

/**
 * What the columns of a table mean for one kind of work. The first column that fits a property is taken.
 *
 * @param units what the source says of its columns' units, by name; else the header's own brackets, else the convention.
 */
export function meaningsOf(
  columns: string[],
  operation: OperationType,
  units: (column: string) => string | undefined = unitInName,
): Meaning[] {
  const meanings = new Map<PointPropertyName, Meaning>();
  for (const column of columns) {
    const known = [...own[operation], ...shared].find(({ names }) => names.test(plainName(column)));
    if (!known || meanings.has(known.property)) continue;
    const unit = known.unit && (units(column) ?? unitInName(column) ?? known.unit);
    meanings.set(known.property, { property: known.property, column, ...(unit && { unit }) });
  }
  return [...meanings.values()];
}
