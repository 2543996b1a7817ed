import type { LeftOutMark } from '../../../domain/machine-files/points/left-out.ts';
import { text } from '../../duckdb/sql-text.ts';
import type { WorkDatabase } from '../work-database.ts';

/** Rows of `presented` that no cleanup rule removed: those of the standard outputs. */
export const isKept = 'dropped is null';

/** Those of them that count in totals, maps and queries: `leftOut` of the others says why not. */
export const isCounted = 'dropped is null and leftOut is null';

/**
 * Marks rows as left out of totals, maps and queries, except those that have a mark already.
 *
 * @param rows a query of their column `row`.
 * @param table with the points: `points` while a file is read, `presented` of files that are combined.
 * @example await leaveOut('record repeated', 'select "row" from points qualify …', work);
 */
export async function leaveOut(
  mark: LeftOutMark,
  rows: string,
  work: WorkDatabase,
  table: 'points' | 'presented' = 'points',
): Promise<void> {
  await work.run(`update ${table} set leftOut = ${text(mark)} where ${isCounted} and "row" in (${rows})`);
}
