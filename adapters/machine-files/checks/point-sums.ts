import type { PointPropertyName } from '../../../domain/machine-files/points/point-properties.ts';
import { isCounted } from '../standardise/counted-points.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';

/** Values with their targets. */
export const targets = {
  appliedRate: 'appliedRateTarget',
  seedRate: 'seedRateTarget',
  tillageDepthActual: 'tillageDepthTarget',
} as const;
/** A point of work. */
const isWork = "recordingStatus is distinct from 'Off'";

const masses = ['wetMass', 'dryMass'] as const;

/** The largest possible value of a property, in its displayed unit. */
export interface Limit {
  property: PointPropertyName;
  unit: string;
  /** Of most points. */
  max: number;
  /** Of each point, which may depend on its crop, as an expression over `presented`; by default that of most. */
  maxOfPoint?: string;
  /** What it is the limit of, if not of all such work. */
  of?: string;
}

/**
 * Figures of a file's points of work in their displayed units: totals by property (of rates, the sum of rate times
 * area), `over_` and `of_` a property for the numbers of values above its limit and in all, and `met_` a property beside
 * its target. Totals are those before cleanup, since nothing that a file states is cleaned up, without points that are left out.
 */
export type PointSums = Record<string, number | undefined>;

/** Sums and averages over the points of work, in one pass. */
export async function sumsOf(units: PointUnits, limits: Limit[], work: WorkDatabase): Promise<PointSums> {
  const has = (property: PointPropertyName) => units[property] !== undefined;
  const ground = 'coalesce(nullif(area, 0), 0.000001)';
  const mean = (sql: string, where: string) =>
    `sum((${sql}) * ${ground}) filter (${where}) / sum(${ground}) filter (${where})`;
  const columns: string[] = ['count(*) as points', 'epoch_ms(min("timestamp")) as start'];
  if (has('area')) columns.push('sum(area) as area');
  for (const mass of masses) if (has(mass)) columns.push(`sum(${mass}) as ${mass}`);
  for (const { property, max, maxOfPoint = max } of limits) {
    columns.push(`count(*) filter (${property} > ${maxOfPoint} and ${isCounted}) as over_${property}`);
    columns.push(`count(*) filter (${property} > 0 and ${isCounted}) as of_${property}`);
  }
  for (const rate of ['appliedRate', 'seedRate'] as const)
    if (has(rate)) columns.push(`sum(${rate} * area) as ${rate}`);
  for (const [property, target] of Object.entries(targets)) {
    if (!has(property as PointPropertyName) || !has(target)) continue;
    const both = `${property} > 0 and ${target} > 0 and ${isCounted}`;
    columns.push(`${mean(property, both)} as met_${property}`, `${mean(target, both)} as ${target}`);
  }
  if (has('speed')) columns.push('max(speed) as fastest');
  const [found = {}] = await work.rows<Record<string, number | string | null>>(
    `select ${columns.join(', ')} from presented where ${isWork} and leftOut is null`,
  );
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) => (value === null ? [] : [[name, Number(value)]])),
  );
}

/** The median of the values of a property above zero. */
export async function usualValue(property: PointPropertyName, work: WorkDatabase): Promise<number> {
  const [found] = await work.rows<{ usual: number | null }>(
    `select median(${property}) filter (${property} > 0 and ${isCounted}) as usual from presented where ${isWork}`,
  );
  return Number(found?.usual);
}
