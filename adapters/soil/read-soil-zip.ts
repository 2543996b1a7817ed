import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { refusalOfArchive } from '../../domain/soil/archive-advice.ts';
import { soilArchiveLimits } from '../../domain/soil/batch/soil-limits.ts';
import { refusalOfForeign } from '../../domain/soil/foreign-files.ts';
import { joinEvents } from '../../domain/soil/join/join-events.ts';
import { SoilRefused, type WarningLog, warningLog } from '../../domain/soil/reading-problems.ts';
import type { SoilParameters } from '../../domain/soil/soil-parameters.ts';
import type { SoilRefusal } from '../../domain/soil/soil-reader.ts';
import type { SoilAccount, SoilEvent, SoilReading, SoilWarning } from '../../domain/soil/soil-reading.ts';
import { unpackArchive } from '../archives/archive.ts';
import { sniff } from '../archives/sniff.ts';
import { soilFormats } from './formats/index.ts';
import { soilAmong } from './soil-among.ts';
import type { FileReading, SoilFormat, SoilSource } from './soil-format.ts';
import { hashesOf } from './soil-hashes.ts';
import { withHead } from './soil-source.ts';

/**
 * Reads a zip of soil results.
 *
 * @param name the user's name of the zip, for messages.
 * @param workDir an empty directory.
 * @param told what its sender says of it, and whether it may be a file of any kind, also outside of a zip, of which other readers take what is no soil result.
 * @throws SoilRefused if it has no results that can be read.
 */
export async function readSoilZip(
  path: string,
  name: string,
  workDir: string,
  {
    isAnything = false,
    parameters = {},
  }: { isAnything?: boolean | undefined; parameters?: SoilParameters | undefined } = {},
): Promise<SoilReading> {
  const log = warningLog();
  const files = isAnything ? await routed(path, name, workDir, log) : await unpack(path, name, workDir, log);
  const refusals: SoilRefusal[] = [];
  const usedColumns = new Set<string>();
  const rest: SoilSource[] = [];
  const readings: { format: SoilFormat; reading: FileReading }[] = [];
  for (const file of files) {
    const format = soilFormats.find((one) => one.recognises(file, parameters));
    if (!format) {
      rest.push(file);
      continue;
    }
    try {
      readings.push({ format, reading: await format.read(file, { log, files, parameters, usedColumns }) });
    } catch (error) {
      if (!(error instanceof SoilRefused)) throw error;
      refusals.push({ file: file.name, ...error.refusal });
    }
  }
  const events = joinEvents(
    readings.flatMap(({ reading }) => reading.events),
    readings.flatMap(({ reading }) => reading.places ?? []),
    log,
    parameters,
  );
  refusals.push(...refusalsOf(rest));
  if (events.every(({ samples }) => samples.length === 0)) throw new SoilRefused(refusals[0] ?? nothingFound(files));
  for (const { file, message } of refusals) log.add('unreadableFile', file, message);
  for (const file of unknown(rest)) log.add('unreadableFile', file.name, 'No results of soil were found in this file.');
  for (const key of Object.keys(parameters.columns ?? {}))
    if (!usedColumns.has(key)) log.add('unusedColumn', undefined, key);
  const formats = [...new Set(readings.map(({ format }) => format.key))];
  const warnings = log.all();
  return {
    formats,
    events,
    warnings,
    account: accountOf(
      readings.map(({ reading }) => reading),
      events,
      warnings,
    ),
    hashes: await hashesOf(files, events),
  };
}

/** Each number is counted where it ends, so that they agree only if no cell is lost on the way. */
function accountOf(readings: FileReading[], events: SoilEvent[], warnings: SoilWarning[]): SoilAccount {
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    cells: sum(readings.map(({ account }) => account.cells)),
    results: sum(events.flatMap(({ samples }) => samples.map(({ results }) => results.length))),
    metadata: sum(readings.map(({ account }) => account.metadata)),
    warnings: sum(warnings.map(({ cells }) => cells?.count ?? 0)),
  };
}

/** Those files of an upload of any kind that are soil results. */
async function routed(path: string, name: string, workDir: string, log: WarningLog): Promise<SoilSource[]> {
  const kind = await sniff(path);
  const all =
    kind === 'zip'
      ? await unpack(path, name, workDir, log)
      : [await withHead({ name, path, kind, bytes: (await stat(path)).size })];
  const soil = await soilAmong(all);
  return all.filter((file) => soil.has(file.name));
}

async function unpack(path: string, name: string, workDir: string, log: WarningLog): Promise<SoilSource[]> {
  if ((await sniff(path)) !== 'zip') {
    throw new SoilRefused({
      key: 'notZip',
      message: 'The file is no zip archive. Put the files of the laboratory into a zip, and upload it.',
    });
  }
  const { files, problems, stopped } = await unpackArchive(path, name, join(workDir, 'unpacked'), soilArchiveLimits);
  const first = problems[0];
  if (first && (stopped || files.length === 0)) throw new SoilRefused(refusalOfArchive(first));
  for (const found of problems) log.add('unreadableFile', found.file, refusalOfArchive(found).message);
  return Promise.all(files.map(withHead));
}

/** Files that belong to another one and are read with it. */
const isMember = ({ name }: SoilSource) => /\.(?:shx|dbf|prj|cpg|sbn|sbx|qpj|qix|shp\.xml)$/i.test(name);

/** Files of workbooks: the whole workbook is one file to its user. */
const bookOf = ({ name }: SoilSource) =>
  /^(.+)\/(?:xl|_rels|docProps|customXml)\/|^(.+)\/\[Content_Types\]\.xml$/.exec(name);

/** Files that stand for themselves. */
const alone = (files: SoilSource[]) => files.filter((file) => !isMember(file) && !bookOf(file));

const foreign = (file: SoilSource) => refusalOfForeign({ name: file.name, bytes: file.bytesOfHead, text: file.head });

const refusalsOf = (files: SoilSource[]): SoilRefusal[] => alone(files).flatMap((file) => foreign(file) ?? []);

/** Files of which nothing is known. */
const unknown = (files: SoilSource[]) => alone(files).filter((file) => !foreign(file));

function nothingFound(files: SoilSource[]): SoilRefusal {
  const names = files.map(({ name }) => name.split('/').at(-1)).slice(0, 5);
  const message = `No file in the zip has soil results that can be read (${names.join(', ')}). Ask the laboratory for MODUS XML, a table (CSV, xlsx) or a shapefile, and upload it in a zip.`;
  return { key: 'noSoilResults', message };
}
