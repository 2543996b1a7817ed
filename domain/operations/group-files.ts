import type { Settings } from '../configuration/configuration.ts';
import type { MachineFile } from '../machine-files/machine-file.ts';
import type { OperationType } from '../machine-files/operation-type.ts';
import { hasPoints } from './recorded-work.ts';

/** The members of a file by which it is grouped. */
export type GroupedFile = Pick<
  MachineFile,
  | 'id'
  | 'status'
  | 'origin'
  | 'provider'
  | 'contentHash'
  | 'fields'
  | 'operationType'
  | 'duplicateOf'
  | 'startTime'
  | 'endTime'
  | 'updatedTime'
  | 'summary'
  | 'ingestId'
  | 'countedElsewhere'
>;

/** Files of one piece of work on a field, or on connected fields. */
export interface FileGroup {
  fieldIds: string[];
  type: OperationType;
  /** Sorted by time. */
  files: GroupedFile[];
}

type Ranges = Pick<
  Settings,
  | 'operationsMergeRange'
  | 'operationsMergeRangeHarvested'
  | 'splitOperationsByField'
  | 'splitOperationsByProvider'
  | 'splitOperationsByTillType'
>;

const dayMilliseconds = 86_400_000;

/**
 * Whether a file is part of the work on its fields; files that were made of others repeat their sources and are not.
 */
export function isWork({ origin, duplicateOf, ...file }: GroupedFile): boolean {
  return hasPoints(file) && (origin === 'uploaded' || origin === 'provider') && duplicateOf === undefined;
}

/**
 * Groups files of a user by field, kind of work, crop, and time: a file belongs to the work before it if at most as
 * many days are between them as the settings allow. A file without a time forms a group of its own, with those of
 * other providers that have its content. Unless work is
 * split by field, files are in one group if they share a field, or are connected by files that do.
 */
export function groupFiles(files: readonly GroupedFile[], settings: Ranges): FileGroup[] {
  const alike = new Map<string, FileGroup>();
  for (const file of files) {
    const { operationType: type } = file;
    if (!isWork(file) || !type) continue;
    for (const fieldId of file.fields) {
      const key = JSON.stringify([fieldId, type, ...traitsOf(file, settings)]);
      const group = alike.get(key) ?? { fieldIds: [fieldId], type, files: [] };
      group.files.push(file);
      alike.set(key, group);
    }
  }
  const byField = [...alike.values()].flatMap((group) => byTime(group, settings));
  return settings.splitOperationsByField ? byField : joined(byField);
}

function traitsOf({ id, provider, contentHash, startTime, summary }: GroupedFile, settings: Ranges): unknown[] {
  return [
    summary?.properties.crop?.[0],
    settings.splitOperationsByProvider && provider,
    settings.splitOperationsByTillType && summary?.properties.tillType,
    startTime === undefined && (contentHash || id),
  ];
}

function byTime({ fieldIds, type, files }: FileGroup, settings: Ranges): FileGroup[] {
  const days = type === 'harvested' ? settings.operationsMergeRangeHarvested : settings.operationsMergeRange;
  const groups: FileGroup[] = [];
  let until = Number.NEGATIVE_INFINITY;
  for (const file of files.toSorted(earlierFirst)) {
    const last = groups.at(-1);
    if (last && timeOf(file.startTime) <= until + days * dayMilliseconds) last.files.push(file);
    else groups.push({ fieldIds, type, files: [file] });
    until = Math.max(until, timeOf(file.endTime ?? file.startTime));
  }
  return groups;
}

/** Joins groups that share files. */
function joined(groups: FileGroup[]): FileGroup[] {
  let found: FileGroup[] = [];
  for (const group of groups) {
    const ids = new Set(group.files.map(({ id }) => id));
    const touching = found.filter(({ files }) => files.some(({ id }) => ids.has(id)));
    const all = [...touching, group];
    const files = new Map(all.flatMap((one) => one.files.map((file) => [file.id, file])));
    found = found.filter((one) => !touching.includes(one));
    found.push({
      fieldIds: [...new Set(all.flatMap(({ fieldIds }) => fieldIds))].sort(),
      type: group.type,
      files: [...files.values()].sort(earlierFirst),
    });
  }
  return found;
}

function earlierFirst(a: GroupedFile, b: GroupedFile): number {
  return timeOf(a.startTime) - timeOf(b.startTime) || (a.id < b.id ? -1 : 1);
}

function timeOf(written: string | undefined): number {
  return written === undefined ? 0 : Date.parse(written);
}
