import type { BoundarySet, UnpackedFile } from './boundary-set.ts';
import { problem } from './problem.ts';

const required = ['shp', 'shx', 'dbf'];
const memberNames = new Set([...required, 'prj', 'cpg']);

/**
 * Whether a file belongs to a shapefile by its name. A file with the content of another format (a GeoJSON called .shp)
 * does not.
 */
export function isShapefileMember(file: UnpackedFile): boolean {
  const fits = file.kind === 'shapefile' || file.kind === 'other' || file.kind === 'empty';
  return fits && memberNames.has(extensionOf(file.name));
}

/**
 * Groups members by folder and name, ignoring case unless that would combine two shapefiles. A projection or code page
 * alone is no shapefile.
 */
export function shapefileSets(members: UnpackedFile[]): BoundarySet[] {
  return groupBy(members, (file) => stemOf(file.name).toLowerCase())
    .flatMap((group) => (hasTwins(group) ? groupBy(group, (file) => stemOf(file.name)) : [group]))
    .filter((group) => group.some((file) => required.includes(extensionOf(file.name))))
    .map(toSet);
}

function toSet(group: UnpackedFile[]): BoundarySet {
  const members = Object.fromEntries(group.map((file) => [extensionOf(file.name), file]));
  const main = required.map((extension) => members[extension]).find((file) => file !== undefined);
  const file = main?.name ?? '';
  return { file, format: 'SHAPEFILE', members, path: '', problems: membershipProblems(file, members) };
}

function membershipProblems(file: string, members: Record<string, UnpackedFile>): BoundarySet['problems'] {
  const missing = required.filter((extension) => !members[extension]).map((extension) => `.${extension}`);
  const present = Object.keys(members).map((extension) => `.${extension}`);
  if (missing.length > 0) return [problem('missingShapefileMember', { file }, { present, missing })];
  return required
    .flatMap((extension) => members[extension] ?? [])
    .filter(({ bytes }) => bytes === 0)
    .map(({ name }) => problem('emptyFile', { file: name }));
}

function hasTwins(group: UnpackedFile[]): boolean {
  return new Set(group.map((file) => extensionOf(file.name))).size < group.length;
}

function groupBy(files: UnpackedFile[], key: (file: UnpackedFile) => string): UnpackedFile[][] {
  const groups = new Map<string, UnpackedFile[]>();
  for (const file of files) {
    const group = groups.get(key(file));
    if (group) group.push(file);
    else groups.set(key(file), [file]);
  }
  return [...groups.values()];
}

function stemOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}

/**
 * The extension in lower case without its dot; empty if there is none.
 *
 * @example extensionOf('a/field.SHP') // 'shp'
 */
export function extensionOf(name: string): string {
  const base = name.slice(name.lastIndexOf('/') + 1);
  const dot = base.lastIndexOf('.');
  return dot < 0 ? '' : base.slice(dot + 1).toLowerCase();
}
