import { subjectOf } from '../../../domain/machine-files/points/left-out.ts';
import { type LeftOutPoints, maxNamedPoints, type NamedPoint } from '../../../domain/machine-files/summary.ts';
import { identifier, text } from '../../duckdb/sql-text.ts';
import { isKept } from '../standardise/counted-points.ts';
import type { PointUnits } from '../standardise/standard-points.ts';
import type { WorkDatabase } from '../work-database.ts';
import { timestampText } from './points.ts';

/**
 * Names the first points of each mark, with the value that cannot be.
 *
 * @param areOfSeveral files, so that rows of `presented` are no rows of a source.
 */
export async function nameMarks(
  marks: readonly Omit<LeftOutPoints, 'named'>[],
  units: PointUnits,
  areOfSeveral: boolean,
  work: WorkDatabase,
): Promise<LeftOutPoints[]> {
  const all: LeftOutPoints[] = [];
  for (const found of marks) {
    const subject = subjectOf(found.mark);
    const unit = units[subject as keyof PointUnits];
    const value = unit ? `${identifier(subject)}::double` : 'null::double';
    const rows = await work.rows<Record<'row' | 'lon' | 'lat' | 'time' | 'value', string | number | null>>(
      `select "row"::bigint as "row", lon, lat, ${timestampText('"timestamp"')} as "time", ${value} as value
        from presented where ${isKept} and leftOut = ${text(found.mark)} order by "row" limit ${maxNamedPoints}`,
    );
    const named = rows.map(
      ({ row, lon, lat, time, value }): NamedPoint => ({
        ...(!areOfSeveral && { row: Number(row) + 1 }),
        longitude: Number(lon),
        latitude: Number(lat),
        ...(typeof time === 'string' && { timestamp: time }),
        ...(value !== null && { value: Number(value) }),
      }),
    );
    all.push({ ...found, ...(unit && { unit }), named });
  }
  return all;
}
