import type { OperationType } from '../../../domain/machine-files/operation-type.ts';
import { inLaterExport, leftOutMember } from '../../../domain/machine-files/points/left-out.ts';
import type { Amounts } from '../../../domain/machine-files/summary.ts';
import { text } from '../../duckdb/sql-text.ts';
import { amountsOf, amountsSql, sumsOf } from '../outputs/count-points.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';

/** Removes the points of `presented` that count in a later export, and returns their totals; undefined without any. */
export async function leaveOutElsewhere(
  operationType: OperationType,
  units: PointUnits,
  work: WorkDatabase,
): Promise<Amounts | undefined> {
  const sums = sumsOf(operationType, units);
  const marked = `${leftOutMember} = ${text(inLaterExport)}`;
  const [found = {}] = await work.rows<Record<string, string | number | null>>(
    `select ${amountsSql(sums)} from presented where ${marked}`,
  );
  if (Number(found.points ?? 0) === 0) return undefined;
  await work.run(`delete from presented where ${marked}`);
  return amountsOf(found, sums);
}
