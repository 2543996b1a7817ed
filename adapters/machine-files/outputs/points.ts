import { leftOutMember } from '../../../domain/machine-files/points/left-out.ts';
import { propertiesOf } from '../../../domain/machine-files/points/point-properties.ts';
import { identifier, text } from '../../duckdb/sql-text.ts';
import type { RawSet } from '../raw-set.ts';
import { rawColumn } from '../raw-set.ts';
import { isKept } from '../standardise/counted-points.ts';
import type { WorkDatabase } from '../work-database.ts';

/** The output format of a time. */
export const timestampText = (time: string) => `strftime(${time}, '%Y-%m-%dT%H:%M:%S.%gZ')`;

/** The rows of `raw` with the source's own columns as properties. */
export function rawPointsSql({ columns }: RawSet): string {
  // JSON has neither infinite numbers nor NaN.
  const members = columns.map(({ name, type }, index) => {
    const column = rawColumn(index);
    return `${text(name)}, ${type === 'DOUBLE' ? `case when isfinite(${column}) then ${column} end` : column}`;
  });
  return `select "row"::bigint as "row", lon, lat, json_object(${members.join(', ')})::varchar as properties from raw`;
}

/** The kept points, and those of them that are in no field. */
export const keptRows = `select * from presented where ${isKept}`;
export const outsideRows = `${keptRows} and "row" not in (select "row" from placed)`;

/**
 * Standard points with their properties, of some rows of `presented`. Properties that no point of the file has are left
 * out; others are null in points without them.
 */
export async function standardPointsSql(raw: RawSet, rows: string, work: WorkDatabase): Promise<string> {
  const present = await presentColumns(raw, work);
  const fixed = [
    `'timestamp', ${timestampText('"timestamp"')}`,
    `'operationType', ${text(raw.operationType)}`,
    ...(raw.originalOperationType ? [`'originalOperationType', ${text(raw.originalOperationType)}`] : []),
    ...(raw.product ? [`'tankMix', ${raw.product.tankMix}`] : []),
  ];
  const members = [...fixed, ...present.map((name) => `${text(name)}, ${identifier(name)}`)];
  return `select "row", lon, lat, json_object(${members.join(', ')})::varchar as properties
    from (${rows})`;
}

/**
 * The columns of `presented` in which at least one kept point has a value, those of products and of points that are left out as well.
 *
 * @example const present = new Set(await presentColumns(raw, work));
 */
export async function presentColumns({ operationType }: RawSet, work: WorkDatabase): Promise<string[]> {
  const names = [...propertiesOf(operationType).map(([name]) => name as string), 'products', leftOutMember];
  const counts = names.map((name) => `count(${identifier(name)}) as ${identifier(name)}`);
  const [row] = await work.rows<Record<string, string | number>>(
    `select ${counts.join(', ')} from presented where ${isKept}`,
  );
  return names.filter((name) => Number(row?.[name] ?? 0) > 0);
}
