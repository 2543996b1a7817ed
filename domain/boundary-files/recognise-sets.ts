import type { BoundarySet, UnpackedFile } from './boundary-set.ts';
import type { ContentKind } from './content-kind.ts';
import type { ConverterFormat } from './converter-format.ts';
import { problem } from './problem.ts';
import { isShapefileMember, shapefileSets } from './shapefile-sets.ts';
import { describeContent, isOfInterest } from './unrecognised.ts';

const formatOfKind: Partial<Record<ContentKind, ConverterFormat>> = {
  geojson: 'GEOJSON',
  kml: 'KML',
  geopackage: 'GEOPACKAGE',
  flatgeobuf: 'FLATGEOBUF',
  parquet: 'GEOPARQUET',
  isoxml: 'ISO11783',
};

/**
 * Puts the files of an upload together into the sets that are read together. Content decides, names only tell parts of a set apart.
 * Companions (projections, pictures, read-me files, a machine's settings) are passed over when there is something to read; when there is
 * not, every file is named with what it looks like.
 */
export function recogniseSets(files: UnpackedFile[]): BoundarySet[] {
  const { geodatabases, rest } = geodatabaseSets(files);
  const shapefiles = shapefileSets(rest.filter(isShapefileMember));
  const single = rest.filter((file) => !isShapefileMember(file));
  const recognised = [...shapefiles, ...geodatabases, ...single.flatMap((file) => singleFileSet(file, files))];
  const leftOver = single.filter((file) => !formatOfKind[file.kind]);
  const named = recognised.length > 0 ? leftOver.filter(isOfInterest) : leftOver;
  return [...recognised, ...named.map(unknownSet)].sort((a, b) => (a.file < b.file ? -1 : 1));
}

/** A set for something that cannot be read, so that it has an entry of its own in the upload. */
export function refusedSet(file: string, problems: BoundarySet['problems']): BoundarySet {
  return { file, format: 'UNKNOWN', members: {}, path: '', problems };
}

function singleFileSet(file: UnpackedFile, all: UnpackedFile[]): BoundarySet[] {
  const format = formatOfKind[file.kind];
  if (!format) return [];
  const parts = format === 'ISO11783' ? externalParts(file, all) : {};
  return [{ file: file.name, format, members: { ...parts, main: file }, path: file.path, problems: [] }];
}

/** Task data may keep its lists in files of their own, such as PFD00001.XML; those of time logs (TLG) hold no boundary. */
const externalPart = /^(?!TLG)[A-Z]{3}\d{5}\.XML$/;

function externalParts(main: UnpackedFile, all: UnpackedFile[]): Record<string, UnpackedFile> {
  const beside = all.filter((file) => file.kind === 'xml' && folderOf(file) === folderOf(main));
  const parts = beside.map((file) => [baseName(file).toUpperCase(), file] as const);
  return Object.fromEntries(parts.filter(([name]) => externalPart.test(name)));
}

function unknownSet(file: UnpackedFile): BoundarySet {
  const found =
    file.kind === 'empty'
      ? problem('emptyFile', { file: file.name })
      : problem('unrecognisedFile', { file: file.name }, { looksLike: describeContent(file) });
  return refusedSet(file.name, [found]);
}

/** The names that files of an Esri File Geodatabase have; others in its folder are not part of it. */
const geodatabaseMember = /^(?:a[0-9a-f]{8}\.[a-z0-9_.-]{1,40}|gdb|timestamps)$/i;

/** A folder with at least one table is a geodatabase, whatever it is called. */
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
