import type { ContentKind } from '../../boundary-files/content-kind.ts';
import { extensionOf } from '../../boundary-files/shapefile-sets.ts';
import { describeContent } from '../../boundary-files/unrecognised.ts';
import type { FileFormat } from '../file-format.ts';
import { looksLikeAgLeaderText, looksLikePointTable, tableHeader } from '../points/delimited-text.ts';
import { folderOf } from '../points/member-names.ts';
import { columnAdvice } from '../points/needed-columns.ts';
import { type MachineProblem, machineProblem } from '../problem.ts';
import { adaptSets } from './adapt-sets.ts';
import type { MachineMember, MachineSet, RecognisedSets } from './machine-set.ts';
import { proprietarySets } from './proprietary-sets.ts';
import { machineShapefiles } from './shapefile-exports.ts';
import { taskDataSet } from './task-data-sets.ts';

/**
 * Groups the files of an upload into sets that are read together. Formats are recognised by content; names distinguish
 * the parts of a set. Every file is in a set, a companion of one, or named in a problem.
 */
export function recogniseMachineSets(files: MachineMember[]): RecognisedSets {
  const taskData = files.filter(({ kind }) => kind === 'isoxml').map((main) => taskDataSet(main, files));
  const adapt = files.flatMap((file) => (file.records ? adaptSets(file, file.records, files) : []));
  const rest = without(files, [...taskData, ...adapt]);
  const shapefiles = machineShapefiles(rest);
  const afterShapefiles = without(rest, shapefiles);
  const singles = afterShapefiles.flatMap((file) => singleFileSet(file) ?? []);
  const afterSingles = without(afterShapefiles, singles);
  const proprietary = proprietarySets(afterSingles, shapefiles);
  const sets = [...taskData, ...adapt, ...shapefiles, ...proprietary, ...singles].sort((a, b) =>
    a.file < b.file ? -1 : 1,
  );
  const left = without(afterSingles, proprietary).filter((file) => !isCompanion(file, files));
  return { sets, problems: left.map(problemOf) };
}

/** Formats that have a reader, but not for machine data, or only for layers of it. */
const otherGeodata: Partial<Record<ContentKind, string>> = {
  kml: 'KML',
  gml: 'GML',
  geopackage: 'a GeoPackage',
  flatgeobuf: 'FlatGeobuf',
  parquet: 'Parquet',
};

function problemOf(file: MachineMember): MachineProblem {
  const what = otherGeodata[file.kind];
  if (what) return machineProblem('otherGeodata', file.name, { what });
  const looksLike = file.kind === 'empty' ? 'an empty file' : describeContent(file);
  const header = file.head === undefined ? undefined : tableHeader(file.head);
  if (!header) return machineProblem('unrecognisedFile', file.name, { looksLike });
  const details = { looksLike: 'a text table', advice: columnAdvice(header, false) };
  return machineProblem('unrecognisedFile', file.name, details);
}

function without(files: MachineMember[], sets: MachineSet[]): MachineMember[] {
  const taken = new Set(sets.flatMap(({ members }) => Object.values(members)));
  return files.filter((file) => !taken.has(file));
}

function singleFileSet(file: MachineMember): MachineSet | undefined {
  const format = singleFormat(file);
  return format && { file: file.name, format, members: { main: file }, problems: [] };
}

function singleFormat({ head, kind, hasWork }: MachineMember): FileFormat | undefined {
  if (hasWork) return kind === 'geopackage' ? 'GEOPACKAGE' : 'FLATGEOBUF';
  if (kind === 'geojson') return 'GEOJSON';
  if (head === undefined) return undefined;
  if (looksLikeAgLeaderText(head)) return 'AGLEADER_TEXT';
  return looksLikePointTable(head) ? 'CSV' : undefined;
}

/** Extensions of indexes and descriptions that other programs write beside their files. */
const companions = new Set(['sbn', 'sbx', 'qix', 'qpj', 'cst', 'ini', 'pdf', 'md', 'prj', 'cpg', 'ver']);

function isCompanion(file: MachineMember, all: MachineMember[]): boolean {
  const extension = extensionOf(file.name);
  if (companions.has(extension) || /\.shp\.xml$/i.test(file.name)) return true;
  const beside = all.some(({ kind, name }) => kind === 'isoxml' && folderOf({ name }) === folderOf(file));
  return beside && extension === 'csv';
}
