import type { Settings } from '../configuration/configuration.ts';
import { hasPoints } from '../machine-files/has-points.ts';
import type { MachineFile } from '../machine-files/machine-file.ts';
import type { OperationType } from '../machine-files/operation-type.ts';

/** Files that are one piece of work on a field. */
export interface FileGroup {
  fieldId: string;
  type: OperationType;
  /** In the order of their times. */
  files: MachineFile[];
}

type Ranges = Pick<
  Settings,
  'operationsMergeRange' | 'operationsMergeRangeHarvested' | 'splitOperationsByProvider' | 'splitOperationsByTillType'
>;

const dayMilliseconds = 86_400_000;

/**
 * Puts the files of a user together by field, kind of work, crop, and time: a file belongs to the work before it when no more days
 * lie between them than the settings allow. A file without a time stands alone, and merged files are what their sources are already.
 */
export function groupFiles(files: readonly MachineFile[], settings: Ranges): FileGroup[] {
  const alike = new Map<string, FileGroup>();
  for (const file of files) {
    const { operationType: type, origin, duplicateOf } = file;
    if (!hasPoints(file) || !type || origin === 'merged' || duplicateOf !== undefined) continue;
    for (const fieldId of file.fields) {
      const key = JSON.stringify([fieldId, type, ...traitsOf(file, settings)]);
      const group = alike.get(key) ?? { fieldId, type, files: [] };
      group.files.push(file);
      alike.set(key, group);
    }
  }
  return [...alike.values()].flatMap((group) => byTime(group, settings));
}

function traitsOf({ id, provider, startTime, summary }: MachineFile, settings: Ranges): unknown[] {
  return [
    summary?.properties.crop?.[0],
    settings.splitOperationsByProvider && provider,
    settings.splitOperationsByTillType && summary?.properties.tillType,
    startTime === undefined && id,
  ];
}

function byTime({ fieldId, type, files }: FileGroup, settings: Ranges): FileGroup[] {
  const days = type === 'harvested' ? settings.operationsMergeRangeHarvested : settings.operationsMergeRange;
  const ordered = files.toSorted((a, b) => timeOf(a.startTime) - timeOf(b.startTime) || (a.id < b.id ? -1 : 1));
  const groups: FileGroup[] = [];
  let until = Number.NEGATIVE_INFINITY;
  for (const file of ordered) {
    const last = groups.at(-1);
    if (last && timeOf(file.startTime) <= until + days * dayMilliseconds) last.files.push(file);
    else groups.push({ fieldId, type, files: [file] });
    until = Math.max(until, timeOf(file.endTime ?? file.startTime));
  }
  return groups;
}

function timeOf(written: string | undefined): number {
  return written === undefined ? 0 : Date.parse(written);
}
