import { extensionOf, isShapefileMember, shapefileSets } from '../boundary-files/shapefile-sets.ts';
import { describeContent } from '../boundary-files/unrecognised.ts';
import { looksLikeAgLeaderText, looksLikePointTable } from './delimited-text.ts';
import type { FileFormat } from './file-format.ts';
import type { MachineMember, MachineSet, RecognisedSets } from './machine-set.ts';
import { machineProblem } from './problem.ts';
import { type ProprietaryFormat, proprietaryFormats } from './proprietary-formats.ts';

/**
 * Puts the files of an upload together into the sets that are read together. Content decides, names tell parts apart. Every
 * file is in one set, a companion of one, or named in a problem: nothing is passed over in silence.
 */
export function recogniseMachineSets(files: MachineMember[]): RecognisedSets {
  const taskData = files.filter(({ kind }) => kind === 'isoxml').map((main) => taskDataSet(main, files));
  const adapt = files.flatMap((file) => (file.records ? adaptSets(file, file.records, files) : []));
  const rest = without(files, [...taskData, ...adapt]);
  const shapefiles = machineShapefiles(rest);
  const afterShapefiles = without(rest, shapefiles);
  const proprietary = proprietarySets(afterShapefiles);
  const single = without(afterShapefiles, proprietary);
  const singles = single.flatMap((file) => singleFileSet(file) ?? []);
  const sets = [...taskData, ...adapt, ...shapefiles, ...proprietary, ...singles].sort((a, b) =>
    a.file < b.file ? -1 : 1,
  );
  const left = without(single, singles).filter((file) => !isCompanion(file, files));
  const problems = left.map((file) =>
    machineProblem('unrecognisedFile', file.name, {
      looksLike: file.kind === 'empty' ? 'an empty file' : describeContent(file),
    }),
  );
  return { sets, problems };
}

function without(files: MachineMember[], sets: MachineSet[]): MachineMember[] {
  const taken = new Set(sets.flatMap(({ members }) => Object.values(members)));
  return files.filter((file) => !taken.has(file));
}

/** Task data with everything that its folder holds of it: lists in files of their own, time logs, grids. */
function taskDataSet(main: MachineMember, files: MachineMember[]): MachineSet {
  const beside = files.filter((file) => folderOf(file) === folderOf(main) && isTaskDataPart(file));
  const members = Object.fromEntries(beside.map((file) => [baseName(file).toUpperCase(), file]));
  return { file: main.name, format: 'ISO11783', members: { ...members, 'TASKDATA.XML': main }, problems: [] };
}

function isTaskDataPart(file: MachineMember): boolean {
  return file.kind === 'isoxml' || /^([A-Z]{3}\d{3,5}\.(XML|BIN|CSV)|LINKLIST\.XML)$/i.test(baseName(file));
}

/** A set for each operation of an ADAPT document whose records are beside it. Those that are missing are named where there is no other. */
function adaptSets(main: MachineMember, records: string[], files: MachineMember[]): MachineSet[] {
  const beside = (name: string) =>
    files.find((file) => folderOf(file) === folderOf(main) && baseName(file).toLowerCase() === name.toLowerCase());
  const names = [...new Set(records)];
  const present = names.flatMap((name) => beside(name) ?? []);
  const sets = present.map((file): MachineSet => {
    return { file: file.name, format: 'ADAPT', members: { main, records: file }, problems: rasterProblems(file) };
  });
  if (sets.length > 0) return sets;
  const what = names.length > 0 ? `${names[0]} is missing beside it` : 'it holds plans and no records of work';
  const problem = machineProblem('incompleteSet', main.name, { what });
  return [{ file: main.name, format: 'ADAPT', members: { main }, problems: [problem] }];
}

function rasterProblems(records: MachineMember): MachineSet['problems'] {
  if (records.kind === 'parquet') return [];
  const what = /\.tiff?$/i.test(records.name)
    ? 'its records are a picture (GeoTIFF), in which no point has a time; export them as vectors (GeoParquet)'
    : `${baseName(records)} is no GeoParquet`;
  return [machineProblem('incompleteSet', records.name, { what })];
}

/** Shapefiles, with the description that John Deere's export puts beside them. */
function machineShapefiles(files: MachineMember[]): MachineSet[] {
  const byName = new Map(files.map((file) => [file.name.toLowerCase(), file]));
  return shapefileSets(files.filter(isShapefileMember)).map(({ file, members, problems }) => {
    const stem = file.replace(/\.[^.]*$/, '');
    const metadata = byName.get(`${stem}-Deere-Metadata.json`.toLowerCase());
    const missing = problems.map(({ file: name, message }) => machineProblem('incompleteSet', name, { what: message }));
    return {
      file,
      format: /(^|\/)aggps\/data\//i.test(file) ? 'AGGPS' : 'SHAPEFILE',
      members: { ...members, ...(metadata && { metadata }) },
      problems: missing,
    };
  });
}

/** All files of one kind below one folder are one set. */
function proprietarySets(files: MachineMember[]): MachineSet[] {
  const sets = new Map<string, { known: ProprietaryFormat; members: MachineMember[] }>();
  for (const file of files) {
    const inUpload = file.name.slice(file.name.indexOf('/') + 1);
    const known = proprietaryFormats.find(({ pattern }) => pattern.test(inUpload));
    if (!known) continue;
    const folder = known.pattern.exec(inUpload)?.[1] || folderOf(file);
    const key = `${known.format} ${folder}`;
    const set = sets.get(key) ?? { known, members: [] };
    set.members.push(file);
    sets.set(key, set);
  }
  return [...sets.values()].map(({ known, members }) => {
    const file = members[0]?.name ?? '';
    const details = { format: known.title, instead: known.instead };
    return {
      file,
      format: known.format,
      members: Object.fromEntries(members.map((member) => [member.name, member])),
      problems: [machineProblem('proprietaryFormat', file, details)],
    };
  });
}

function singleFileSet(file: MachineMember): MachineSet | undefined {
  const format = singleFormat(file);
  return format && { file: file.name, format, members: { main: file }, problems: [] };
}

function singleFormat({ head, kind }: MachineMember): FileFormat | undefined {
  if (kind === 'geojson') return 'GEOJSON';
  if (head === undefined) return undefined;
  if (looksLikeAgLeaderText(head)) return 'AGLEADER_TEXT';
  return looksLikePointTable(head) ? 'CSV' : undefined;
}

/** Indexes and descriptions that other programs put beside their files. */
const companions = new Set(['sbn', 'sbx', 'qix', 'qpj', 'cst', 'ini', 'pdf', 'md', 'prj', 'cpg', 'ver']);

function isCompanion(file: MachineMember, all: MachineMember[]): boolean {
  const extension = extensionOf(file.name);
  if (companions.has(extension) || /\.shp\.xml$/i.test(file.name)) return true;
  const beside = all.some(({ kind, name }) => kind === 'isoxml' && folderOf({ name }) === folderOf(file));
  return beside && extension === 'csv';
}

function folderOf({ name }: Pick<MachineMember, 'name'>): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('/')));
}

function baseName({ name }: MachineMember): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
