import { baseName, folderOf } from '../points/member-names.ts';
import { machineProblem } from '../problem.ts';
import type { MachineMember, MachineSet } from './machine-set.ts';

/**
 * A set for each operation of an ADAPT document whose records are in the upload. If there is none, problems name the
 * missing ones.
 */
export function adaptSets(main: MachineMember, records: string[], files: MachineMember[]): MachineSet[] {
  const beside = (name: string) =>
    files.find((file) => folderOf(file) === folderOf(main) && baseName(file).toLowerCase() === name.toLowerCase());
  const names = [...new Set(records)];
  const present = names.flatMap((name) => beside(name) ?? []);
  const sets = present.map((file): MachineSet => {
    return { file: file.name, format: 'ADAPT', members: { main, records: file }, problems: recordProblems(file) };
  });
  if (sets.length > 0) return sets;
  const what = names.length > 0 ? `${names[0]} is missing beside it` : 'it holds plans and no records of work';
  const problem = machineProblem('incompleteSet', main.name, { what });
  return [{ file: main.name, format: 'ADAPT', members: { main }, problems: [problem] }];
}

function recordProblems({ kind, name }: MachineMember): MachineSet['problems'] {
  if (kind === 'parquet' || kind === 'tiff') return [];
  return [machineProblem('incompleteSet', name, { what: `${baseName({ name })} is neither GeoParquet nor GeoTIFF` })];
}
