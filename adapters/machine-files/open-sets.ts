import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UnpackedFile } from '../../domain/boundary-files/boundary-set.ts';
import { boundaryLimits } from '../../domain/boundary-files/limits.ts';
import { extensionOf } from '../../domain/boundary-files/shapefile-sets.ts';
import { decodeText } from '../../domain/boundary-files/text-encoding.ts';
import type { MachineProblem } from '../../domain/machine-files/problem.ts';
import { readAdaptDocument, recordedOperations } from '../../domain/machine-files/sets/adapt-document.ts';
import type { MachineMember, MachineSet, RecognisedSets } from '../../domain/machine-files/sets/machine-set.ts';
import { recogniseMachineSets } from '../../domain/machine-files/sets/recognise-machine-sets.ts';
import { machineDataOf } from '../../domain/uploads/route-sets.ts';
import { unpackArchive } from '../archives/archive.ts';
import { groundsOf } from '../archives/grounds.ts';
import { sniff } from '../archives/sniff.ts';
import { sortedLayers } from '../gdal/work-layers.ts';
import { soilAmong } from '../soil/soil-among.ts';

/** The limits of archives with boundaries, with at most 6 GB of disk in any step. */
const limits = { ...boundaryLimits, totalBytes: 6 * 1024 ** 3 };

const headBytes = 8 * 1024;
/** Maximum bytes of a document of ADAPT Standard, which contains no points itself. */
const maxDocument = 32 * 1024 ** 2;
const textExtensions = new Set(['csv', 'txt', 'tsv', 'asc', 'dat']);

/** Unpacks an upload into `directory` and sorts its files into sets. An upload that is not a zip is at most one set. */
export async function openSets(
  path: string,
  name: string,
  directory: string,
  isRouted = false,
): Promise<RecognisedSets> {
  const recognise = isRouted ? recogniseRouted : recogniseMachineSets;
  if ((await sniff(path)) !== 'zip') {
    const [file] = await withHeads([await bare(path, name)]);
    return recognise(file ? [file] : []);
  }
  const unpacked = await unpackArchive(path, name, join(directory, 'unpacked'), limits, { keepParts: true });
  if (unpacked.stopped) return { sets: [], problems: unpacked.problems };
  const recognised = await recognise(await withHeads(unpacked.files));
  const sets = recognised.sets.map((set) => withDamage(set, unpacked.problems));
  return { sets, problems: [...unpacked.problems, ...recognised.problems] };
}

/** The machine data of an upload of any kind; boundaries have a reader of their own. */
async function recogniseRouted(files: MachineMember[]): Promise<RecognisedSets> {
  return machineDataOf(files, await groundsOf(files), await soilAmong(files));
}

/**
 * Adds the problems of damaged members to a set: their readable parts are used, and the result is marked as partial.
 */
function withDamage(set: MachineSet, problems: MachineProblem[]): MachineSet {
  const names = new Set(Object.values(set.members).map(({ name }) => name));
  const own = problems.filter(({ code, file }) => code === 'entryDamaged' && names.has(file));
  return { ...set, problems: [...own.map((found) => ({ ...found, severity: 'warning' as const })), ...set.problems] };
}

async function bare(path: string, name: string): Promise<UnpackedFile> {
  const handle = await open(path);
  try {
    return { name, path, bytes: (await handle.stat()).size, kind: await sniff(path) };
  } finally {
    await handle.close();
  }
}

/**
 * Adds the beginning of each file that may be a table of text, the records that a document of ADAPT Standard names, and
 * whether the layers of a file hold work.
 */
export async function withHeads(files: UnpackedFile[]): Promise<MachineMember[]> {
  return Promise.all(
    files.map(async (file): Promise<MachineMember> => {
      if (file.kind === 'geopackage' || file.kind === 'flatgeobuf') {
        return sortedLayers(file.path, file.kind).work.length > 0 ? { ...file, hasWork: true } : file;
      }
      if (file.kind === 'json' || file.kind === 'geojson') return { ...file, ...(await recordsOf(file)) };
      if (file.kind !== 'other' || !textExtensions.has(extensionOf(file.name))) return file;
      return { ...file, head: await headOf(file.path) };
    }),
  );
}

async function headOf(path: string): Promise<string> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return decodeText(buffer.subarray(0, bytesRead)).text;
  } finally {
    await handle.close();
  }
}

async function recordsOf({ path, bytes }: UnpackedFile): Promise<Pick<MachineMember, 'records'>> {
  const document = bytes > maxDocument ? undefined : readAdaptDocument(await readFile(path, 'utf8'));
  if (!document) return {};
  return { records: recordedOperations(document).flatMap(({ operation }) => operation.spatialRecordsFile ?? []) };
}
