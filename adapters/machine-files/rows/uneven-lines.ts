import { createReadStream } from 'node:fs';
import { type MachineProblem, machineProblem } from '../../../domain/machine-files/problem.ts';
import { text } from '../../duckdb/sql-text.ts';
import type { WorkDatabase } from '../work-database.ts';
import type { DelimitedTable } from './delimited-rows.ts';

/** What every reading of a table has in common. */
export const csvOptions = ({ dialect, hasHeader }: DelimitedTable) =>
  `auto_detect = false, header = false, skip = ${hasHeader ? 1 : 0}, delim = ${text(dialect.delimiter)}, quote = '"',
  escape = '"', ignore_errors = true, store_rejects = true, max_line_size = 1000000`;

/**
 * Removes lines with another number of values than the table has columns from `lines`: nothing tells which of their
 * values belongs to which column. A delimiter at the end of every line is no value.
 */
export async function leaveOutUneven(
  path: string,
  table: DelimitedTable,
  ids: string[],
  work: WorkDatabase,
): Promise<MachineProblem[]> {
  const { file, names } = table;
  const [ends] = await work.rows<{ all: boolean | null }>(`select bool_and(beyond = '') as "all" from lines`);
  const areClosed = ends?.all === true;
  const few = `${ids.at(-1)} is null`;
  const isUneven = areClosed ? few : `(${few} or beyond is not null)`;
  const [found] = await work.rows<{ uneven: string; row: string | null }>(
    `select count(*) as uneven, min(line) as "row"
      from (select row_number() over () as line, ${isUneven} as uneven from lines) where uneven`,
  );
  const count = Number(found?.uneven ?? 0);
  if (count === 0) return [];
  const strict = `create or replace table counted as select count(*) as n from read_csv(${text(path)}, ${csvOptions(table)},
    strict_mode = true, rejects_table = 'uneven_lines', rejects_scan = 'uneven_scans', parallel = false,
    columns = {${ids.map((id) => `${id}: 'VARCHAR'`).join(', ')}})`;
  const counted = await work.run(strict).then(
    () =>
      work.rows<{ at: string | null }>(
        `select min(line_byte_position) as at from uneven_lines where error_type like '% COLUMNS'`,
      ),
    () => [],
  );
  const at = counted[0]?.at ?? undefined;
  // Where the stricter reading finds no such line, lines without values are not counted.
  const firstLine = at === undefined ? Number(found?.row) + (table.hasHeader ? 1 : 0) : await lineAt(path, Number(at));
  await work.run(`delete from lines where ${isUneven}`);
  return [machineProblem('unevenLines', file.name, { count, firstLine, columns: names.length })];
}

/** The number of the line that begins at a byte, from 1. */
async function lineAt(path: string, byte: number): Promise<number> {
  let line = 1;
  if (byte === 0) return line;
  for await (const chunk of createReadStream(path, { end: byte - 1 })) {
    for (const character of chunk as Buffer) if (character === lineFeed) line++;
  }
  return line;
}

const lineFeed = 0x0a;
