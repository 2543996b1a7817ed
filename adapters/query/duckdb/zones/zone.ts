import type { DuckDBConnection } from '@duckdb/node-api';
import { leftOutMember } from '../../../../domain/machine-files/points/left-out.ts';
import { text } from '../../../duckdb/sql-text.ts';

/** A row group of a Parquet file, by the statistics in the footer. */
export interface Zone {
  /** Rows that queries read: those of it that are not left out. */
  rows: number;
  /** Its first and its last instant, as `2026-01-31 12:00:00.5`, so that strings sort chronologically. */
  first: string;
  last: string;
  /** Columns with the same value in all rows. */
  values: ReadonlyMap<string, string>;
}

/** Columns that identify files, users and excluded rows. */
const valueColumns = ['ingestId', 'svcUserId', 'fileId', 'operationType'];

/** A year of four digits, and at most microseconds. */
const instant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?$/;

/**
 * The zones of files; undefined for a file with rows that have, or may have, no instant.
 *
 * @param column of instants.
 */
export async function readZones(
  connection: DuckDBConnection,
  column: string,
  paths: readonly string[],
): Promise<Map<string, readonly Zone[] | undefined>> {
  const files = `[${paths.map(text).join(', ')}]`;
  const read = await connection.runAndReadAll(
    `select file_name, row_group_id, path_in_schema, row_group_num_rows::double, stats_min_value, stats_max_value,
      stats_null_count::double from parquet_metadata(${files})
      where path_in_schema in (${[column, leftOutMember, ...valueColumns].map(text).join(', ')})`,
  );
  const groups = new Map<string, Map<string, Column[]>>(paths.map((path) => [path, new Map()]));
  for (const [path, group, name, rows, first, last, nulls] of read.getRowsJson()) {
    const ofFile = groups.get(String(path));
    const columns = ofFile?.get(String(group)) ?? [];
    const has = nulls === 0 && typeof first === 'string' && typeof last === 'string';
    // Of the mark of points that are left out, only those without it are read; unknown, it may be any.
    const isRead = name === leftOutMember ? Number(nulls ?? 0) : Number(rows);
    columns.push({ name: String(name), rows: isRead, ...(has && { first, last }) });
    ofFile?.set(String(group), columns);
  }
  return new Map([...groups].map(([path, ofFile]) => [path, zonesOf([...ofFile.values()], column)]));
}

interface Column {
  name: string;
  rows: number;
  /** Range of all values, if there is no NULL. */
  first?: string;
  last?: string;
}

function zonesOf(groups: readonly Column[][], column: string): Zone[] | undefined {
  const zones = groups.map((columns): Zone | undefined => {
    const { rows: all = 0, first = '', last = '' } = columns.find(({ name }) => name === column) ?? {};
    const rows = columns.find(({ name }) => name === leftOutMember)?.rows ?? all;
    if (!instant.test(first) || !instant.test(last)) return undefined;
    const same = columns.filter((one) => one.first !== undefined && one.first === one.last);
    return { rows, first, last, values: new Map(same.map(({ name, first: value = '' }) => [name, value])) };
  });
  return zones.every((zone) => zone !== undefined) ? zones : undefined;
}
