import { timestamp } from '../../../domain/clock.ts';
import type { StoredBatch } from '../../../domain/machine-files/batch-store.ts';
import { fileProcessingFailed } from '../../../domain/machine-files/file-events.ts';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import { machineProblem } from '../../../domain/machine-files/problem.ts';
import { fileDeadline } from '../../../domain/machine-files/received-batch.ts';
import { loggedTwin } from '../../../domain/machine-files/records/doubled-work.ts';
import { hasFailedAgain } from '../../../domain/machine-files/set-to-work.ts';
import {
  sourceFileId,
  sourceMembers,
  undeliveredFile,
  withNewContent,
} from '../../../domain/machine-files/source-file.ts';
import { stepsUntil } from '../../../domain/machine-files/step.ts';
import { RetryLater } from '../../queue/sqs-worker.ts';
import { enqueueRegrouping } from './enqueue-regrouping.ts';
import { compactAfterMilliseconds, maxReadingSeconds } from './lake-points.ts';
import { processDuplicatesAgain, restartFile } from './reprocess-files.ts';
import type { ProcessingServices } from './services.ts';
import { endBatch } from './settle-batch.ts';

/** Processing takes minutes. */
const formerSeconds = 60;

/** @throws RetryLater while the content that a file has now is being processed: it would end with the wrong one. */
export function mustWait({ id, status }: MachineFile): void {
  if (status === 'processing') throw new RetryLater(`the former content of ${id} is being processed`, formerSeconds);
}

/** Stores the record of a file of a provider: a new one, or that of an earlier state with its new content. One that has failed already ends with its event. */
export async function storeSourceFile(
  ownerId: string,
  former: MachineFile | undefined,
  file: MachineFile,
  services: ProcessingServices,
  content: 'new' | 'asItIs' = 'new',
): Promise<void> {
  const { machineFiles, clock } = services;
  const stored = former && content === 'new' ? withNewContent(former, file) : file;
  const begun: MachineFile = { ...stored, status: 'processing' };
  const deadline = fileDeadline(clock.now());
  if (!former) await machineFiles.create(ownerId, begun, deadline);
  else if (!(await machineFiles.restart(ownerId, begun, former.status, deadline))) mustWait(begun);
  if (file.status === 'failed') await endFailed(ownerId, { ...begun, status: 'failed' }, services);
}

/** Ends the batch of a provider's file that has no content, or none that is recognised. A record says so, unless an earlier state was converted. */
export async function endSource(ownerId: string, batch: StoredBatch, services: ProcessingServices): Promise<void> {
  const { machineFiles, clock, derivedId } = services;
  const { source, fileName, problems } = batch;
  if (!source) return;
  const id = sourceFileId(batch.svcUserId, source, 0, derivedId);
  const reason = source.refused ?? problems[0]?.message ?? 'No machine data was recognised in it.';
  const problem = machineProblem('notDelivered', fileName, { reason });
  const now = clock.now();
  const former = await machineFiles.get(ownerId, id);
  const isSaid = former?.status === 'failed' && former.batchId === batch.id;
  if (!former || (former.status === 'failed' && !isSaid)) {
    const steps = stepsUntil('originalFile', problem.message);
    const undelivered = undeliveredFile(batch, source, id, now);
    await storeSourceFile(ownerId, former, { ...undelivered, steps, problems: [problem] }, services);
  }
  await endBatch(ownerId, { ...batch, status: 'FAILED', statusDetails: problem.message }, batch.status, services);
}

/** Ends the records of what was in an earlier state of a provider's file and is no longer in it; their points are hidden, and removed when no query reads them. */
export async function endMissingParts(
  ownerId: string,
  batch: StoredBatch,
  count: number,
  services: ProcessingServices,
): Promise<void> {
  const { machineFiles, points, queue, clock, derivedId } = services;
  const { source, svcUserId } = batch;
  for (let index = count; source; index += 1) {
    const id = sourceFileId(svcUserId, source, index, derivedId);
    const former = await machineFiles.get(ownerId, id);
    if (!former) return;
    const owner = { ownerId, svcUserId };
    if (former.batchId === batch.id && former.status === 'failed') {
      // The worker that ended it may have died before this.
      await processDuplicatesAgain(owner, id, services);
      continue;
    }
    if (former.batchId !== batch.id) mustWait(former);
    const { ingestId, boxes: _boxes, duplicateOf: _duplicateOf, countedElsewhere: _counted, ...members } = former;
    if (ingestId !== undefined) {
      await points.stage(ownerId, ingestId, clock.now() + compactAfterMilliseconds);
      await queue.send({ step: 'forget', ownerId, fileId: id, ingestId }, maxReadingSeconds);
    }
    await machineFiles.release(owner, former, id);
    const reason = 'The provider has replaced the file, and this part is no longer in it.';
    const problem = machineProblem('notDelivered', former.fileName, { reason });
    const gone: MachineFile = {
      ...members,
      ...sourceMembers(source),
      ...{ batchId: batch.id, contentHash: '', artefacts: [], fields: [], problems: [problem] },
      leftFields: former.fields,
      steps: stepsUntil('originalFile', problem.message),
      updatedTime: timestamp(clock.now()),
    };
    await storeSourceFile(ownerId, former, { ...gone, status: 'failed' }, services, 'asItIs');
    await queue.send({ step: 'compare', ownerId, svcUserId, fileId: id });
    await enqueueRegrouping(ownerId, id, services);
    await processDuplicatesAgain(owner, id, services);
  }
}

async function endFailed(
  ownerId: string,
  file: MachineFile,
  { machineFiles, clock, derivedId }: ProcessingServices,
): Promise<void> {
  const { id, svcUserId, problems, updatedTime } = file;
  const ids = { id: derivedId(id, 'ended', updatedTime), ownerId, svcUserId, fileId: id };
  const event = fileProcessingFailed('provider', ids, problems.at(-1)?.message ?? '', clock.now());
  await machineFiles.finish(ownerId, file, { event });
}

/** The logged file that stands for an operation of a provider, see `loggedTwin`. */
export async function twinOf(
  ownerId: string,
  file: MachineFile,
  services: Pick<ProcessingServices, 'fieldWork' | 'machineFiles'>,
): Promise<string | undefined> {
  return file.source?.kind === 'operation' ? loggedTwin(file, await filesBeside(ownerId, file, services)) : undefined;
}

/** Processes operations of a provider again that turn out to double a logged file: two of one piece of work may end at once, in any order. */
export async function leaveDoubled(ownerId: string, fileId: string, services: ProcessingServices): Promise<void> {
  const file = await services.machineFiles.get(ownerId, fileId);
  if (!file?.source || file.status !== 'processed' || file.duplicateOf !== undefined) return;
  const beside = await filesBeside(ownerId, file, services);
  for (const one of [file, ...beside]) {
    // One that could not be processed again would not be now either.
    if (one.status !== 'processed' || one.duplicateOf !== undefined || hasFailedAgain(one)) continue;
    if (loggedTwin(one, [file, ...beside]) !== undefined) await restartFile(ownerId, one, services, 'change');
  }
}

/** The other files on the fields of a file. */
async function filesBeside(
  ownerId: string,
  { id, svcUserId, fields }: MachineFile,
  { fieldWork, machineFiles }: Pick<ProcessingServices, 'fieldWork' | 'machineFiles'>,
): Promise<MachineFile[]> {
  const ids = new Set<string>();
  for (const fieldId of fields) {
    for (const noted of (await fieldWork.on({ ownerId, svcUserId }, fieldId)).files) ids.add(noted.id);
  }
  ids.delete(id);
  return machineFiles.many(ownerId, [...ids]);
}
