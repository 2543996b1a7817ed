import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { decodeText } from '../../../domain/boundary-files/text-encoding.ts';
import type { Dialect } from '../../../domain/machine-files/points/delimited-text.ts';
import { machineProblem } from '../../../domain/machine-files/problem.ts';
import type { MachineMember } from '../../../domain/machine-files/sets/machine-set.ts';
import { reasonOf } from '../../boundary-files/conversion.ts';
import { text } from '../../duckdb/sql-text.ts';
import { MachineFileError, rawColumn } from '../raw-set.ts';
import type { AppendedColumn, WorkDatabase } from '../work-database.ts';

/** An expression for a number that is written as text; NaN for text that is not a number. */
export function numberOrNaN(number: string, written: string): string {
  return `coalesce(${number}, case when trim(${written}) <> '' then 'nan'::double end)`;
}

/** A table of text with its dialect. */
export interface DelimitedTable {
  file: MachineMember;
  dialect: Dialect;
  /** Names of the columns; from the file's header if `hasHeader`. */
  names: string[];
  hasHeader: boolean;
  longitude: number;
  latitude: number;
}

/** Maximum share of invalid values, such as `#N/A`, in a column of numbers. */
const oddValues = 0.02;

/** Fills `raw` from a table of text, and returns its columns and the number of invalid lines. */
export async function fillFromDelimited(
  table: DelimitedTable,
  work: WorkDatabase,
): Promise<{ columns: AppendedColumn[]; lost: number }> {
  const { file, dialect, names } = table;
  const path = await asUtf8(file, work.directory);
  const ids = names.map((_, index) => rawColumn(index));
  await readLines(path, table, ids, work);
  const number = (id: string) =>
    `try_cast(${dialect.decimalSeparator === ',' ? `replace(${id}, ',', '.')` : id} as double)`;
  const [counts] = await work.rows<Record<string, string>>(
    `select ${ids.map((id) => `count(nullif(trim(${id}), '')) as ${id}, count(${number(id)}) as ${id}n`).join(', ')} from lines`,
  );
  const columns = names.map((name, index): AppendedColumn => {
    const [filled, numbers] = [Number(counts?.[`c${index}`]), Number(counts?.[`c${index}n`])];
    return { name, type: filled > 0 && numbers >= filled * (1 - oddValues) ? 'DOUBLE' : 'VARCHAR' };
  });
  const values = columns.map(({ type }, index) => {
    const id = rawColumn(index);
    return `${type === 'DOUBLE' ? numberOrNaN(number(id), id) : `nullif(trim(${id}), '')`} as ${id}`;
  });
  await work.run(`create table raw as select (row_number() over () - 1)::double as "row",
    ${number(rawColumn(table.longitude))} as lon, ${number(rawColumn(table.latitude))} as lat, ${values.join(', ')}
    from lines`);
  const [rejected] = await work.rows<{ lost: string }>('select count(distinct line) as lost from reject_errors');
  await work.run('drop table lines');
  return { columns, lost: Number(rejected?.lost ?? 0) };
}

/**
 * Creates the table `lines` of strings. Lines that continue within quotes are rare, and are read by a single thread.
 *
 * @throws MachineFileError
 */
async function readLines(
  path: string,
  { file, dialect, hasHeader }: DelimitedTable,
  ids: string[],
  work: WorkDatabase,
) {
  const columns = ids.map((id) => `${id}: 'VARCHAR'`).join(', ');
  const read = (parallel: boolean) =>
    work.run(`create or replace table lines as select * from read_csv(${text(path)}, auto_detect = false, header = false,
      skip = ${hasHeader ? 1 : 0}, delim = ${text(dialect.delimiter)}, quote = '"', escape = '"', strict_mode = false,
      null_padding = true, ignore_errors = true, store_rejects = true, max_line_size = 1000000, parallel = ${parallel},
      columns = {${columns}})`);
  await read(true)
    .catch(() => read(false))
    .catch((error: unknown) => {
      const [reason = ''] = reasonOf(error).replaceAll(path, file.name).split('\n');
      throw new MachineFileError(machineProblem('unreadable', file.name, { reason }), { cause: error });
    });
}

/** Converts other encodings, recognised by the beginning of the file, to UTF-8, which the row engine requires. */
async function asUtf8({ path, head = '' }: MachineMember, directory: string): Promise<string> {
  const encoding = await encodingOf(path);
  if (encoding === 'utf-8' && !head.startsWith('\uFEFF')) return path;
  const target = join(directory, 'text.csv');
  const decoder = new TextDecoder(encoding);
  const recode = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) yield Buffer.from(decoder.decode(chunk, { stream: true }));
    yield Buffer.from(decoder.decode());
  };
  await pipeline(createReadStream(path), recode, createWriteStream(target));
  return target;
}

const sampledBytes = 1024 * 1024;

async function encodingOf(path: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: sampledBytes - 1 })) chunks.push(chunk as Buffer);
  return decodeText(Buffer.concat(chunks)).encoding;
}
