import { baseName, folderOf } from '../points/member-names.ts';
import type { MachineMember, MachineSet } from './machine-set.ts';

/**
 * Task data with the files of its folder that belong to it: external lists, time logs, grids. Parts that were moved to
 * another folder are included if no other task data can own them.
 */
export function taskDataSet(main: MachineMember, files: MachineMember[]): MachineSet {
  const parts = files.filter((file) => isTaskDataPart(file) && file !== main);
  const own = parts.filter((file) => folderOf(file) === folderOf(main));
  const isOnly = !files.some((file) => file !== main && file.kind === 'isoxml');
  const moved = isOnly ? parts.filter((file) => folderOf(file) !== folderOf(main)) : [];
  // Files of the folder itself come last, so that they take precedence over moved files of the same name.
  const members = Object.fromEntries([...moved, ...own].map((file) => [baseName(file).toUpperCase(), file]));
  return { file: main.name, format: 'ISO11783', members: { ...members, 'TASKDATA.XML': main }, problems: [] };
}

function isTaskDataPart(file: MachineMember): boolean {
  return file.kind === 'isoxml' || /^([A-Z]{3}\d{3,5}\.(XML|BIN|CSV)|LINKLIST\.XML)$/i.test(baseName(file));
}
