import { copyFile, link, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BoundarySet, UnpackedFile } from '../../domain/boundary-files/boundary-set.ts';
import type { ConverterFormat } from '../../domain/boundary-files/converter-format.ts';
import { type BoundaryLimits, boundaryLimits } from '../../domain/boundary-files/limits.ts';
import { type BoundaryProblem, problem } from '../../domain/boundary-files/problem.ts';
import { isWholeBoundaryFile, recogniseSets, refusedSet } from '../../domain/boundary-files/recognise-sets.ts';
import { type Unpacked, unpackArchive } from '../archives/archive.ts';
import { archiveNames } from '../archives/archive-entry.ts';
import { sniff } from '../archives/sniff.ts';

/** An upload, unpacked and sorted into sets. */
export interface BoundaryFile {
  /** At least one: an upload without readable files has a set of the format UNKNOWN whose problems name the reason. */
  sets: BoundarySet[];
  /** All problems of opening; each is also in one of the sets. */
  problems: BoundaryProblem[];
  /** Whether an upload of any kind holds machine data, which has a reader of its own. */
  hasMachineData: boolean;
  /** The same for soil results. */
  hasSoilResults: boolean;
}

interface Opening {
  limits?: BoundaryLimits;
  /** Finds the sets of an upload that may hold other files. */
  find?: FindSets;
}

/**
 * Opens an uploaded boundary file of any accepted kind: bare or zipped, one or many.
 *
 * @param path the upload on the local disk.
 * @param originalName the user's name of the upload; only for messages.
 * @param workDir an empty directory, which the caller removes after the last `readBoundarySet`.
 */
export async function openBoundaryFile(
  path: string,
  originalName: string,
  workDir: string,
  { limits = boundaryLimits, find = findSets }: Opening = {},
): Promise<BoundaryFile> {
  const { sets, hasMachineData = false, hasSoilResults = false } = await find(path, originalName, workDir, limits);
  await Promise.all(sets.map((set, index) => arrange(set, join(workDir, 'sets', String(index)))));
  return { sets, hasMachineData, hasSoilResults, problems: sets.flatMap((set) => set.problems) };
}

/** Unpacks an upload and finds its sets. */
export type FindSets = (
  path: string,
  name: string,
  workDir: string,
  limits: BoundaryLimits,
) => Promise<Pick<BoundaryFile, 'sets'> & Partial<Pick<BoundaryFile, 'hasMachineData' | 'hasSoilResults'>>>;

const findSets: FindSets = async (path, name, workDir, limits) => {
  const { size: bytes } = await stat(path);
  const kind = await sniff(path);
  if (kind !== 'zip') return { sets: recogniseSets([{ name, path, bytes, kind }], name) };
  const named = await boundaryFilesIn(path);
  if (named > limits.fields) return { sets: [tooManyIn(name, named, limits)] };
  let whole = 0;
  // Counted by content, and in nested archives too, so that unpacking stops at the limit.
  const refuseFile = (file: UnpackedFile) =>
    isWholeBoundaryFile(file) && ++whole > limits.fields ? tooMany(name, whole, limits) : undefined;
  const unpacked = await unpackArchive(path, name, join(workDir, 'unpacked'), limits, { refuseFile });
  if (unpacked.stopped) return { sets: [refusedSet(name, unpacked.problems)] };
  const sets = withProblems(recogniseSets(unpacked.files, name), unpacked, name, limits);
  return { sets: sets.length > 0 ? sets : [refusedSet(name, [problem('archiveEmpty', { file: name })])] };
};

/** The sets with the problems of unpacking; if there are too many sets, one with that problem instead. */
export function withProblems(
  recognised: BoundarySet[],
  { problems }: Pick<Unpacked, 'problems'>,
  name: string,
  limits: BoundaryLimits,
): BoundarySet[] {
  // Shapefiles and geodatabases are counted as sets, after their members have been grouped.
  const found = recognised.filter(({ format }) => format !== 'UNKNOWN' && format !== 'ISO11783').length;
  if (found > limits.fields) return [tooManyIn(name, found, limits)];
  const lost = problems.filter(({ severity }) => severity === 'error');
  const noted = problems.filter(({ severity }) => severity === 'warning');
  return withNotes([...recognised, ...refusedSets(name, lost, limits.problemsPerCode)], noted);
}

function tooMany(file: string, fields: number, limits: BoundaryLimits): BoundaryProblem {
  return problem('tooManyFields', { file }, { fields, limit: limits.fields });
}

function tooManyIn(name: string, fields: number, limits: BoundaryLimits): BoundarySet {
  return refusedSet(name, [tooMany(name, fields, limits)]);
}

/**
 * Adds warnings of an archive to its first set; an entry of its own would look like a failure beside a full success.
 */
function withNotes(sets: BoundarySet[], notes: BoundaryProblem[]): BoundarySet[] {
  const own = (set: BoundarySet) => notes.filter(({ file }) => sets.find((one) => one.file.startsWith(file)) === set);
  return sets.map((set) => ({ ...set, problems: [...own(set), ...set.problems] }));
}

/** Number of files in the archive's directory that each hold at least one field; 0 if it cannot be read. */
async function boundaryFilesIn(path: string): Promise<number> {
  const names = await archiveNames(path).catch(() => []);
  return names.filter((name) => /\.(geojson|kml|gml|shp|gpkg|fgb)$/i.test(name)).length;
}

/** One set for each refused part of the upload; above the limit they share one. */
function refusedSets(name: string, problems: BoundaryProblem[], limit: number): BoundarySet[] {
  const own = problems.slice(0, limit).map((found) => refusedSet(found.file, [found]));
  const shared = problems.slice(limit, 2 * limit);
  return shared.length > 0 ? [...own, refusedSet(name, shared)] : own;
}

/** File names that drivers require. */
const requiredName: Partial<Record<ConverterFormat, string>> = {
  GEOPACKAGE: 'data.gpkg',
  FLATGEOBUF: 'data.fgb',
  GEOPARQUET: 'data.parquet',
};

/** Gives the members of a set the names and the folder that its driver expects. */
async function arrange(set: BoundarySet, directory: string): Promise<void> {
  if (set.problems.some(({ severity }) => severity === 'error')) return;
  if (set.format === 'SHAPEFILE') {
    // Without the .dbf: names are read from it directly, and a damaged table must not prevent GDAL from reading the
    // shapes.
    for (const part of ['shp', 'shx', 'prj']) await linkOrUnpack(set.members[part]?.path, directory, `data.${part}`);
    set.path = join(directory, 'data.shp');
  } else if (set.format === 'FILE_GEODATABASE') {
    set.path = join(directory, 'data.gdb');
    for (const [name, { path }] of Object.entries(set.members)) await linkOrUnpack(path, set.path, name);
  } else {
    const name = requiredName[set.format];
    if (name) set.path = await linkOrUnpack(set.path, directory, name);
  }
}

async function linkOrUnpack(path: string | undefined, directory: string, name: string): Promise<string> {
  const target = join(directory, name);
  if (!path) return target;
  await mkdir(directory, { recursive: true });
  // A hard link is free, but cannot cross file systems.
  await link(path, target).catch(() => copyFile(path, target));
  return target;
}
