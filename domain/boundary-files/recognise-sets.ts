import type { BoundarySet, UnpackedFile } from './boundary-set.ts';
import type { ContentKind } from './content-kind.ts';
import type { ConverterFormat } from './converter-format.ts';
import { type BoundaryProblem, problem } from './problem.ts';
import { isShapefileMember, shapefileSets } from './shapefile-sets.ts';
import { describeContent, isOfInterest } from './unrecognised.ts';

const formatOfKind: Partial<Record<ContentKind, ConverterFormat>> = {
  geojson: 'GEOJSON',
  kml: 'KML',
  gml: 'GML',
  geopackage: 'GEOPACKAGE',
  flatgeobuf: 'FLATGEOBUF',
  parquet: 'GEOPARQUET',
  isoxml: 'ISO11783',
};

/**
 * Groups the files of an upload into sets that are read together. Formats are recognised by content; names only
 * distinguish the parts of a set. Companions (projections, pictures, read-me files, a machine's settings) are ignored
 * if there is something to read; otherwise one set of the format UNKNOWN names every file with its likely kind.
 *
 * @param upload the user's name of the upload.
 */
export function recogniseSets(files: UnpackedFile[], upload: string): BoundarySet[] {
  const { geodatabases, rest } = geodatabaseSets(files);
  const shapefiles = shapefileSets(rest.filter(isShapefileMember));
  const inShapefiles = new Set(shapefiles.flatMap(({ members }) => Object.values(members)));
  const single = rest.filter((file) => !inShapefiles.has(file));
  const recognised = [...shapefiles, ...geodatabases, ...single.flatMap((file) => singleFileSet(file, files))];
  const leftOver = single.filter((file) => !formatOfKind[file.kind]);
  if (recognised.length === 0) return leftOver.length > 0 ? [refusedSet(upload, leftOver.map(unrecognised))] : [];
  const missed = leftOver.filter(isOfInterest).map((file) => refusedSet(file.name, [unrecognised(file)]));
  return [...recognised, ...missed].sort((a, b) => (a.file < b.file ? -1 : 1));
}

/**
 * Whether a file holds boundaries by itself: no member of a shapefile or geodatabase, and no task data, which may have
 * none.
 */
export function isWholeBoundaryFile(file: UnpackedFile): boolean {
  return formatOfKind[file.kind] !== undefined && file.kind !== 'isoxml' && !geodatabaseMember.test(baseName(file));
}

/**
 * A set for a file that cannot be read, so that it has an entry of its own in the upload.
 *
 * @example return { sets: [refusedSet(name, unpacked.problems)] };
 */
export function refusedSet(file: string, problems: BoundaryProblem[]): BoundarySet {
  return { file, format: 'UNKNOWN', members: {}, path: '', problems };
}

function singleFileSet(file: UnpackedFile, all: UnpackedFile[]): BoundarySet[] {
  const format = formatOfKind[file.kind];
  if (!format) return [];
  const parts = format === 'ISO11783' ? externalParts(file, all) : {};
  const problems = format === 'GEOPACKAGE' ? journalProblems(file, all) : [];
  return [{ file: file.name, format, members: { ...parts, main: file }, path: file.path, problems }];
}

/**
 * A database that was open when it was copied is complete only with its journal; an empty journal was already merged.
 */
function journalProblems({ name }: UnpackedFile, all: UnpackedFile[]): BoundaryProblem[] {
  const journals = [`${name}-wal`, `${name}-journal`].map((beside) => beside.toLowerCase());
  const beside = all.find((file) => file.bytes > 0 && journals.includes(file.name.toLowerCase()));
  return beside ? [problem('unfinishedDatabase', { file: name }, { beside: baseName(beside) })] : [];
}

/** Task data may keep its lists in separate files such as PFD00001.XML; those of time logs (TLG) hold no boundaries. */
const externalPart = /^(?!TLG)[A-Z]{3}\d{5}\.XML$/;

function externalParts(main: UnpackedFile, all: UnpackedFile[]): Record<string, UnpackedFile> {
  const beside = all.filter((file) => file.kind === 'xml' && folderOf(file) === folderOf(main));
  const parts = beside.map((file) => [baseName(file).toUpperCase(), file] as const);
  return Object.fromEntries(parts.filter(([name]) => externalPart.test(name)));
}

function unrecognised(file: UnpackedFile): BoundaryProblem {
  if (file.kind === 'empty') return problem('emptyFile', { file: file.name });
  return problem('unrecognisedFile', { file: file.name }, { looksLike: describeContent(file) });
}

/** The names of files of an Esri File Geodatabase; other files in its folder are ignored. */
const geodatabaseMember = /^(?:a[0-9a-f]{8}\.[a-z0-9_.-]{1,40}|gdb|timestamps)$/i;

/** A folder with at least one table is a geodatabase, whatever its name. */
function geodatabaseSets(files: UnpackedFile[]): { geodatabases: BoundarySet[]; rest: UnpackedFile[] } {
  const folders = new Set(files.filter(({ name }) => name.toLowerCase().endsWith('.gdbtable')).map(folderOf));
  const geodatabases = [...folders].map((folder): BoundarySet => {
    const own = files.filter((file) => folderOf(file) === folder && geodatabaseMember.test(baseName(file)));
    const members = Object.fromEntries(own.map((file) => [baseName(file).toLowerCase(), file]));
    return { file: folder, format: 'FILE_GEODATABASE', members, path: '', problems: [] };
  });
  return { geodatabases, rest: files.filter((file) => !folders.has(folderOf(file))) };
}

function folderOf({ name }: UnpackedFile): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('/')));
}

function baseName({ name }: UnpackedFile): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
