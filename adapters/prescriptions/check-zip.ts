import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UnpackedFile } from '../../domain/boundary-files/boundary-set.ts';
import { boundaryLimits } from '../../domain/boundary-files/limits.ts';
import { limits } from '../../domain/limits.ts';
import type { CheckOrder, PrescriptionCheck } from '../../domain/prescriptions/prescription-check.ts';
import { finding, type PrescriptionFinding } from '../../domain/prescriptions/prescription-finding.ts';
import { fileNameFindings, shapefileIn } from '../../domain/prescriptions/zip-rules.ts';
import { unpackArchive } from '../archives/archive.ts';
import { sniff } from '../archives/sniff.ts';
import { checkShapes } from './check-shapes.ts';
import { checkTable } from './check-table.ts';

const zipLimits = { ...boundaryLimits, nesting: 0, entries: 1_000, totalBytes: limits.unpackedPrescriptionBytes };

/** Chosen: the parts of nearly all shapefiles, which then pass no disk. */
const memoryBytes = 200_000_000;

/**
 * Checks a zip by the rules of a provider.
 *
 * @param path of the zip.
 * @param folder an existing folder for its files.
 */
export async function checkZip(path: string, folder: string, order: CheckOrder): Promise<PrescriptionCheck> {
  const { files, findings: damaged, contents } = await unpackedZip(path, folder, memoryBytes);
  if (damaged.some(({ code }) => code === 'notZip')) return { findings: damaged };
  const named = fileNameFindings(order.fileName, order.target);
  const { findings, entries } = shapefileIn(
    files.map(({ name }) => name),
    order.target,
  );
  const found = [...damaged, ...named, ...findings];
  const bytesOf = async (entry: string | undefined) => {
    const file = files.find(({ name }) => name === entry);
    return file && (contents.get(file.path) ?? (await readFile(file.path)));
  };
  if (!entries) return { findings: found };
  const [shp, shx, dbf, prj] = await Promise.all([entries.shp, entries.shx, entries.dbf, entries.prj].map(bytesOf));
  if (!shp || !shx || !dbf) return { findings: found };
  const shapes = checkShapes(shp, entries.shp, prj?.toString('latin1'));
  const table = checkTable(dbf, entries.dbf, order);
  const index = Math.max(0, Math.floor((shx.length - 100) / 8));
  const counts = { shapes: shapes.records, index, rows: table.records };
  const isUneven = shapes.isReadable && table.isReadable && new Set(Object.values(counts)).size > 1;
  return {
    findings: [
      ...found,
      ...(isUneven ? [finding('countsDiffer', { entry: entries.shp }, counts)] : []),
      ...shapes.findings,
      ...table.findings,
    ],
    facts: {
      entry: entries.shp,
      polygons: shapes.polygons,
      columns: table.columns,
      rates: table.rates,
      ...(shapes.bounds && { bounds: shapes.bounds }),
    },
  };
}

/** The files of a zip, with the names of their entries, and what could not be unpacked. @param memory bytes that may be kept in memory in place of files. */
export async function unpackedZip(
  path: string,
  folder: string,
  memory = 0,
): Promise<{ files: UnpackedFile[]; findings: PrescriptionFinding[]; contents: Map<string, Buffer> }> {
  const unpacked = await unpackArchive(path, '', join(folder, 'unpacked'), zipLimits, { memoryBytes: memory });
  const { files, problems, contents } = unpacked;
  const entryOf = (name: string) => name.replace(/^\//, '');
  if (files.length === 0 && (await sniff(path)) !== 'zip')
    return { files, findings: [finding('notZip', {})], contents };
  return {
    files: files.map((file) => ({ ...file, name: entryOf(file.name) })),
    contents,
    findings: problems
      .filter(({ severity }) => severity === 'error')
      .map(({ file, message }) => {
        const entry = entryOf(file);
        return finding('zipUnreadable', entry ? { entry } : {}, { reason: message });
      }),
  };
}
