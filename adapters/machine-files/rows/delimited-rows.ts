import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { decodeText } from '../../../domain/boundary-files/text-encoding.ts';
import { counted } from '../../../domain/counted.ts';
import type { Dialect } from '../../../domain/machine-files/points/delimited-text.ts';
import { type MachineProblem, machineProblem } from '../../../domain/machine-files/problem.ts';
import type { MachineMember } from '../../../domain/machine-files/sets/machine-set.ts';
import { reasonOf } from '../../boundary-files/conversion.ts';
import { text } from '../../duckdb/sql-text.ts';
import { MachineFileError, rawColumn } from '../raw-set.ts';
import type { AppendedColumn, WorkDatabase } from '../work-database.ts';
import { csvOptions, leaveOutUneven } from './uneven-lines.ts';
import { numberOf, writtenColumns } from './written-columns.ts';

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

/** The rows of a table of text. */
export interface DelimitedRows {
  columns: AppendedColumn[];
  /** The problems of lines that were left out. */
  problems: MachineProblem[];
  /** Columns with decimal commas, although the table has decimal points elsewhere. */
  withCommas: string[];
}

/** Fills `raw` from a table of text. @throws MachineFileError */
export async function fillFromDelimited(table: DelimitedTable, work: WorkDatabase): Promise<DelimitedRows> {
  const { file, dialect, names } = table;
  const path = await asUtf8(file, work.directory);
  const ids = names.map((_, index) => rawColumn(index));
  await readLines(path, table, ids, work);
  const uneven = await leaveOutUneven(path, table, ids, work);
  const { columns, values, withCommas } = await writtenColumns(names, ids, 'lines', dialect.decimalSeparator, work);
  const position = (index: number) => numberOf(rawColumn(index), dialect.decimalSeparator);
  await work.run(`create table raw as select (row_number() over () - 1)::double as "row",
    ${position(table.longitude)} as lon, ${position(table.latitude)} as lat, ${values.join(', ')}
    from lines`);
  const [rejected] = await work.rows<{ lost: string }>('select count(distinct line) as lost from reject_errors');
  const lost = Number(rejected?.lost ?? 0);
  await work.run('drop table lines');
  const what = `${counted(lost, 'line')} could not be cut into ${counted(names.length, 'value')}`;
  const problems = [...uneven, ...(lost > 0 ? [machineProblem('damagedPart', file.name, { what })] : [])];
  return { columns, problems, withCommas };
}

/** A null value in the text, which no program writes, so that an empty value differs from a missing one. */
const absent = '\u0001';

/**
 * Creates the table `lines` of strings, with what is behind the last column as `beyond`. Lines that continue within
 * quotes are rare, and are read by a single thread.
 *
 * @throws MachineFileError
 */
async function readLines(path: string, table: DelimitedTable, ids: string[], work: WorkDatabase): Promise<void> {
  const { file } = table;
  const columns = [...ids, 'beyond'].map((id) => `${id}: 'VARCHAR'`).join(', ');
  const read = (parallel: boolean) =>
    work.run(`create or replace table lines as select * from read_csv(${text(path)}, ${csvOptions(table)},
      strict_mode = false, null_padding = true, nullstr = ${text(absent)}, parallel = ${parallel},
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
