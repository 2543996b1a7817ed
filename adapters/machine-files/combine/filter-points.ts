import type { Settings } from '../../../domain/configuration/configuration.ts';
import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import { factorOf } from '../../../domain/machine-files/points/units.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';

/**
 * Minimum speed of work in metres per second; slower machines turn or stand (facts about field operations, filtered
 * output).
 */
const slowest = 0.5;

/**
 * Drops the points of `presented` that are not normal work: those that are left out of totals, those of a machine that hardly moves and, for a harvest,
 * those whose yield deviates from the mean by more than a number of standard deviations.
 *
 * @returns the number of remaining points.
 */
export async function filterPoints(
  operationType: OperationType,
  units: PointUnits,
  {
    operationsRemoveOutliers,
    operationsOutliersLimit,
  }: Pick<Settings, 'operationsRemoveOutliers' | 'operationsOutliersLimit'>,
  work: WorkDatabase,
): Promise<number> {
  await work.run('update presented set dropped = leftOut where dropped is null and leftOut is not null');
  if (units.speed) {
    await work.run(
      `update presented set dropped = 'speed' where dropped is null and speed * ${factorOf(units.speed)} < ${slowest}`,
    );
  }
  if (operationType === 'harvested' && operationsRemoveOutliers) {
    await dropOutliers('coalesce(dryVolumePerArea, dryMassPerArea)', operationsOutliersLimit, work);
  }
  const [left] = await work.rows<{ count: string }>('select count(*) as count from presented where dropped is null');
  return Number(left?.count ?? 0);
}

/** Relative deviation that rounding may cause; equal values are no outliers. */
const noise = 1e-6;

async function dropOutliers(value: string, deviations: number, work: WorkDatabase): Promise<void> {
  const [found] = await work.rows<{ mean: number | null; deviation: number | null }>(
    `select avg(${value}) as mean, stddev_samp(${value}) as deviation from presented where dropped is null`,
  );
  if (!found || found.mean === null) return;
  const [mean, deviation] = [Number(found.mean), Number(found.deviation ?? 0)];
  const limit = deviations * deviation + noise * Math.abs(mean);
  await work.run(`update presented set dropped = 'yield' where dropped is null and abs(${value} - ${mean}) > ${limit}`);
}
