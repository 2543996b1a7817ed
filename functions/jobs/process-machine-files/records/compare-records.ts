import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { ChangedRecords, LoggedSpan } from '../../../../domain/machine-files/records/logged-spans.ts';
import {
  hasRecords,
  inOrderOfExport,
  mayShareRecords,
  meetInTime,
} from '../../../../domain/machine-files/records/shared-records.ts';
import { runExclusively, workOff } from '../../../../domain/work/coalesced-work.ts';
import type { UserSubject } from '../../../../domain/work/work-stores.ts';
import { attemptOf, type Message } from '../../../queue/sqs-worker.ts';
import { unlessDeleted } from '../../../queue/unless-deleted.ts';
import { withinAttempts } from '../../../queue/within-attempts.ts';
import { enqueueRegrouping } from '../enqueue-regrouping.ts';
import { isFull } from '../lake-points.ts';
import type { CompareMessage } from '../messages.ts';
import type { ProcessingServices } from '../services.ts';
import { type ComparedFiles, countRecordsOnce } from './count-records-once.ts';

/** Enough to compare the records of one more group of files. */
const stopBeforeEndMilliseconds = 120_000;
const filesAtOnce = 500;

/**
 * Has each record of a file that has ended, and of those that were logged at its time, counted once: where a later export has it as well, it counts
 * there. Costs two reads where no other file has been logged at its time. Idempotent.
 */
export async function compareRecords(
  ownerId: string,
  fileId: string,
  message: Message,
  services: ProcessingServices,
): Promise<void> {
  const { machineFiles, changedRecords } = services;
  const file = await machineFiles.get(ownerId, fileId);
  if (!file || file.sources || file.status === 'processing') return;
  const owner = { ownerId, svcUserId: file.svcUserId };
  await unlessDeleted(async () => {
    if (!(await noteSpan(owner, file, services))) return;
    const spans = await spansOf(owner, file.provider, services);
    if (!file.countedElsewhere && !spans.some((span) => isBeside(file, span))) return;
    await changedRecords.note(owner, [{ fileId }]);
    await compareChanged(owner, message, services);
  });
}

/** Compares the records of a file, or those of all files of a user that wait for it. */
export async function compareAsked(
  { ownerId, svcUserId, fileId }: CompareMessage,
  message: Message,
  services: ProcessingServices,
): Promise<void> {
  if (fileId !== undefined) return compareRecords(ownerId, fileId, message, services);
  await unlessDeleted(() => compareChanged({ ownerId, svcUserId }, message, services));
}

/** Compares the records of all files of a user that wait for it. One worker at a time; the sweep asks for another one where work is left. */
async function compareChanged(owner: UserSubject, message: Message, services: ProcessingServices): Promise<void> {
  const attempt = attemptOf(message, stopBeforeEndMilliseconds);
  const { changedRecords, recordLeases } = services;
  await runExclusively(owner, attempt, recordLeases, async () => {
    // The sweep asks again, and a compaction makes room.
    if (await isFull(owner.ownerId, services)) return false;
    return workOff(changedRecords, owner, attempt, filesAtOnce, async (noted) => {
      const failures: unknown[] = [];
      for (const one of noted) {
        if (!attempt.hasTime()) return [];
        try {
          await withinAttempts(changedRecords.attempts(owner, one), attempt.holder, {
            work: () => compare(owner, one, services),
            giveUp: async () => console.error({ ...owner, ...one, givenUp: 'its records could not be compared' }),
          });
          await changedRecords.done(owner, [one]);
        } catch (error) {
          console.error({ ...owner, fileId: one.fileId, error });
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
      return [];
    });
  });
}

/** Indexes when the points of a file were logged, or that there are none any more. False if the user has been deleted. */
async function noteSpan(
  owner: UserSubject,
  file: MachineFile,
  { loggedSpans }: Pick<ProcessingServices, 'loggedSpans'>,
): Promise<boolean> {
  const { id: fileId, provider, operationType, startTime, endTime, countedElsewhere = [] } = file;
  if (!hasRecords(file)) {
    await loggedSpans.forget(owner, provider, fileId);
    return true;
  }
  const times = { ...(startTime && { startTime }), ...(endTime && { endTime }) };
  const countedIn = countedElsewhere.map((one) => one.fileId);
  return loggedSpans.note(owner, provider, { fileId, ...(operationType && { operationType }), ...times, countedIn });
}

async function spansOf(
  owner: UserSubject,
  provider: string,
  { loggedSpans }: Pick<ProcessingServices, 'loggedSpans'>,
): Promise<LoggedSpan[]> {
  const spans: LoggedSpan[] = [];
  for await (const span of loggedSpans.of(owner, provider)) spans.push(span);
  return spans;
}

/** Whether the records of another file may be affected by a change of a file: it was logged at the time of the file, or some of its records count there. */
function isBeside(file: MachineFile, span: LoggedSpan): boolean {
  if (span.fileId === file.id) return false;
  if (span.countedIn.includes(file.id)) return true;
  return hasRecords(file) && span.operationType === file.operationType && meetInTime(file, span);
}

/** Compares the records of a file with those of others, and has the operations follow. */
async function compare(owner: UserSubject, { fileId }: ChangedRecords, services: ProcessingServices): Promise<void> {
  const { machineFiles } = services;
  const file = await machineFiles.get(owner.ownerId, fileId);
  if (!file) return;
  const spans = await spansOf(owner, file.provider, services);
  const read = (some: readonly LoggedSpan[]) =>
    machineFiles.many(
      owner.ownerId,
      some.map((span) => span.fileId),
    );
  const beside = spans.filter((span) => file.id === span.fileId || isBeside(file, span));
  const files = await read(beside);
  // A later file may be logged at the time of one beside this one, and not at its own.
  const others = await read(
    spans.filter((span) => !beside.includes(span) && files.some((one) => hasRecords(one) && isBeside(one, span))),
  );
  for (const group of groupsOf(file, files, [...files, ...others])) {
    for (const counted of await countRecordsOnce(owner, group, services)) {
      await noteSpan(owner, counted, services);
      await enqueueRegrouping(owner.ownerId, counted.id, services);
    }
  }
}

/**
 * The groups of files that may share records. Marks can change of a changed file, of earlier ones that share its ground and have records that
 * still count, and of those that had left records to it.
 */
function groupsOf(changed: MachineFile, beside: readonly MachineFile[], all: readonly MachineFile[]): ComparedFiles[] {
  const isTarget = (file: MachineFile) =>
    // The end of one that is being read compares its records.
    file.status !== 'processing' &&
    hasRecords(file) &&
    (changed.id === file.id ||
      file.countedElsewhere?.some(({ fileId }) => fileId === changed.id) ||
      (mayShareRecords(changed, file) && inOrderOfExport(file, changed) < 0 && hasCountedPoints(file)));
  const targets = beside.filter(isTarget);
  const groups: { files: Map<string, MachineFile>; targets: Set<string> }[] = [];
  for (const target of targets) {
    const laterOnes = all.filter((file) => mayShareRecords(target, file) && inOrderOfExport(target, file) < 0);
    if (laterOnes.length === 0 && !target.countedElsewhere) continue;
    const group = {
      files: new Map([target, ...laterOnes].map((file) => [file.id, file])),
      targets: new Set([target.id]),
    };
    // Targets that have files in common are read together, so that each file is read once.
    for (const other of groups.filter(({ files }) => [...files.keys()].some((id) => group.files.has(id)))) {
      for (const [id, file] of other.files) group.files.set(id, file);
      for (const id of other.targets) group.targets.add(id);
      groups.splice(groups.indexOf(other), 1);
    }
    groups.push(group);
  }
  return groups.map(({ files, targets: own }) => ({
    files: [...files.values()].sort((a, b) => inOrderOfExport(b, a)),
    targets: own,
  }));
}

/** Whether some points of a file do not count in others. */
function hasCountedPoints({ pointCounts, countedElsewhere = [] }: MachineFile): boolean {
  const elsewhere = countedElsewhere.reduce((sum, { points }) => sum + points, 0);
  return pointCounts === undefined || elsewhere < pointCounts.kept;
}
