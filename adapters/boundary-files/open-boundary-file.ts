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

/** An upload, unpacked and sorted into what is read together. */
export interface BoundaryFile {
  /** At least one: an upload without anything readable has a set of the format UNKNOWN whose problems say why. */
  sets: BoundarySet[];
  /** What opening found, over all sets. Every one of them stands in one of the sets as well. */
  problems: BoundaryProblem[];
  /** Whether an upload of any kind holds machine data, which is read elsewhere. */
  hasMachineData: boolean;
}

interface Opening {
  limits?: BoundaryLimits;
  /** Finds the sets, where the upload may hold something else. */
  find?: FindSets;
}

/**
 * Opens an uploaded boundary file of any accepted kind: bare or zipped, alone or many.
 *
 * @param path the upload on this machine's disk.
 * @param originalName what the user called it; used in messages only.
 * @param workDir an empty directory of the caller's, who removes it after the last `readBoundarySet`.
 */
export async function openBoundaryFile(
  path: string,
  originalName: string,
  workDir: string,
  { limits = boundaryLimits, find = findSets }: Opening = {},
): Promise<BoundaryFile> {
  const { sets, hasMachineData = false } = await find(path, originalName, workDir, limits);
  await Promise.all(sets.map((set, index) => arrange(set, join(workDir, 'sets', String(index)))));
  return { sets, hasMachineData, problems: sets.flatMap((set) => set.problems) };
}

/** Unpacks an upload and finds what is read together. */
export type FindSets = (
  path: string,
  name: string,
  workDir: string,
  limits: BoundaryLimits,
) => Promise<Pick<BoundaryFile, 'sets'> & Partial<Pick<BoundaryFile, 'hasMachineData'>>>;

const findSets: FindSets = async (path, name, workDir, limits) => {
  const { size: bytes } = await stat(path);
  const kind = await sniff(path);
  if (kind !== 'zip') return { sets: recogniseSets([{ name, path, bytes, kind }], name) };
  const named = await boundaryFilesIn(path);
  if (named > limits.fields) return { sets: [tooManyIn(name, named, limits)] };
  let whole = 0;
  // Whatever they are called, and in an archive within this one: the rest is not unpacked in vain.
  const refuseFile = (file: UnpackedFile) =>
    isWholeBoundaryFile(file) && ++whole > limits.fields ? tooMany(name, whole, limits) : undefined;
  const unpacked = await unpackArchive(path, name, join(workDir, 'unpacked'), limits, { refuseFile });
  if (unpacked.stopped) return { sets: [refusedSet(name, unpacked.problems)] };
  const sets = withProblems(recogniseSets(unpacked.files, name), unpacked, name, limits);
  return { sets: sets.length > 0 ? sets : [refusedSet(name, [problem('archiveEmpty', { file: name })])] };
};

/** The sets with what unpacking found; in place of too many, what says so. */
export function withProblems(
  recognised: BoundarySet[],
  { problems }: Pick<Unpacked, 'problems'>,
  name: string,
  limits: BoundaryLimits,
): BoundarySet[] {
  // Shapefiles and geodatabases are counted once their members are together.
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

/** A fault of an archive that lost nothing is told with its first set; an entry of its own would be a failed one beside a full success. */
function withNotes(sets: BoundarySet[], notes: BoundaryProblem[]): BoundarySet[] {
  const own = (set: BoundarySet) => notes.filter(({ file }) => sets.find((one) => one.file.startsWith(file)) === set);
  return sets.map((set) => ({ ...set, problems: [...own(set), ...set.problems] }));
}

/** How many files the archive's table of contents names that each hold a field at least; 0 where it cannot be read. */
async function boundaryFilesIn(path: string): Promise<number> {
  const names = await archiveNames(path).catch(() => []);
  return names.filter((name) => /\.(geojson|kml|gml|shp|gpkg|fgb)$/i.test(name)).length;
}

/** Each refused part of the upload has a set of its own; beyond the limit they share one. */
function refusedSets(name: string, problems: BoundaryProblem[], limit: number): BoundarySet[] {
  const own = problems.slice(0, limit).map((found) => refusedSet(found.file, [found]));
  const shared = problems.slice(limit, 2 * limit);
  return shared.length > 0 ? [...own, refusedSet(name, shared)] : own;
}

/** What a file has to be called for its driver to take it. */
const requiredName: Partial<Record<ConverterFormat, string>> = {
  GEOPACKAGE: 'data.gpkg',
  FLATGEOBUF: 'data.fgb',
  GEOPARQUET: 'data.parquet',
};

/** Gives the members of a set the names and the common folder that its driver expects. */
async function arrange(set: BoundarySet, directory: string): Promise<void> {
  if (set.problems.some(({ severity }) => severity === 'error')) return;
  if (set.format === 'SHAPEFILE') {
    // The .dbf stays away: names are read from it directly, and a damaged table must not keep the shapes from being read.
    for (const part of ['shp', 'shx', 'prj']) await place(set.members[part]?.path, directory, `data.${part}`);
    set.path = join(directory, 'data.shp');
  } else if (set.format === 'FILE_GEODATABASE') {
    set.path = join(directory, 'data.gdb');
    for (const [name, { path }] of Object.entries(set.members)) await place(path, set.path, name);
  } else {
    const name = requiredName[set.format];
    if (name) set.path = await place(set.path, directory, name);
  }
}

async function place(path: string | undefined, directory: string, name: string): Promise<string> {
  const target = join(directory, name);
  if (!path) return target;
  await mkdir(directory, { recursive: true });
  // A hard link costs nothing, but cannot reach another file system.
  await link(path, target).catch(() => copyFile(path, target));
  return target;
}
