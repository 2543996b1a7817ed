import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import { fastestWork } from '../../../domain/machine-files/points/plausible-values.ts';
import type { PointPropertyName } from '../../../domain/machine-files/points/point-properties.ts';
import { factorOf } from '../../../domain/machine-files/points/units.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';

/** Values with their targets. */
export const targets = {
  appliedRate: 'appliedRateTarget',
  seedRate: 'seedRateTarget',
  tillageDepthActual: 'tillageDepthTarget',
} as const;
const masses = ['wetMass', 'dryMass'] as const;
/** Values whose medians are compared with what is possible. */
export const judged = ['appliedRate', 'seedRate', 'wetMassPerArea', 'harvestMoisture', 'tillageDepthActual'] as const;

/**
 * Figures of a file's points of work in their displayed units: totals by property (of rates, the sum of rate times
 * area), `usual_` and a property for its median, `met_` and a property beside its target, and those of speeds. Totals are those
 * before cleanup, since nothing that a file states is cleaned up.
 */
export type PointSums = Record<string, number | undefined>;

/** Sums and averages over the points of work, in one pass. */
export async function sumsOf(operationType: OperationType, units: PointUnits, work: WorkDatabase): Promise<PointSums> {
  const has = (property: PointPropertyName) => units[property] !== undefined;
  const ground = 'coalesce(nullif(area, 0), 0.000001)';
  const mean = (sql: string, where: string) =>
    `sum((${sql}) * ${ground}) filter (${where}) / sum(${ground}) filter (${where})`;
  const usual = (property: string) => `approx_quantile(${property}, 0.5) filter (${property} > 0 and dropped is null)`;
  const columns: string[] = ['count(*) as points', 'epoch_ms(min("timestamp")) as start'];
  if (has('area')) columns.push('sum(area) as area');
  for (const mass of masses) if (has(mass)) columns.push(`sum(${mass}) as ${mass}`);
  for (const property of judged) if (has(property)) columns.push(`${usual(property)} as usual_${property}`);
  for (const rate of ['appliedRate', 'seedRate'] as const)
    if (has(rate)) columns.push(`sum(${rate} * area) as ${rate}`);
  for (const [property, target] of Object.entries(targets)) {
    if (!has(property as PointPropertyName) || !has(target)) continue;
    const both = `${property} > 0 and ${target} > 0 and dropped is null`;
    columns.push(`${mean(property, both)} as met_${property}`, `${mean(target, both)} as ${target}`);
  }
  if (units.speed) {
    const limit = fastestWork[operationType] / factorOf(units.speed);
    columns.push(`count(*) filter (speed > ${limit}) as fast`, 'count(speed) as moving', 'max(speed) as fastest');
    columns.push(`${usual('speed')} as usualSpeed`);
  }
  const [found = {}] = await work.rows<Record<string, number | string | null>>(
    `select ${columns.join(', ')} from presented where recordingStatus is distinct from 'Off'`,
  );
  return Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) => (value === null ? [] : [[name, Number(value)]])),
  );
}
