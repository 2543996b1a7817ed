import { type DerivedId, timestamp } from '../../../domain/clock.ts';
import type { BatchSource, StoredBatch } from '../../../domain/machine-files/batch-store.ts';
import { fileProcessingFailed } from '../../../domain/machine-files/file-events.ts';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import { machineProblem } from '../../../domain/machine-files/problem.ts';
import { fileDeadline } from '../../../domain/machine-files/received-batch.ts';
import { stepsUntil } from '../../../domain/machine-files/step.ts';
import { RetryLater } from '../../queue/sqs-worker.ts';
import type { ProcessingServices } from './services.ts';
import { endBatch } from './settle-batch.ts';

/** The processing of a former content takes minutes. */
const formerSeconds = 60;

/** The id of a machine file in a provider's file: the same one however often the provider replaces the content. */
export function sourceFileId({ svcUserId, source }: StoredBatch, index: number, derivedId: DerivedId): string {
  return derivedId(svcUserId, source?.provider ?? '', source?.fileKey ?? '', 'file', index);
}

/** The members of a machine file that tell where it came from. */
export function sourceMembers({ kind, modifiedTime, fieldIds, organizationId, providerFileId }: BatchSource) {
  return {
    origin: 'provider' as const,
    source: { kind, modifiedTime, fieldIds },
    providerFileId,
    ...(organizationId !== undefined && { organizationId }),
  };
}

/** Gives a record the content with which its provider has replaced the former one. Its points, fields and machines stay until the new ones take their place. */
export async function replaceFile(
  ownerId: string,
  former: MachineFile,
  file: MachineFile,
  { machineFiles, clock }: Pick<ProcessingServices, 'machineFiles' | 'clock'>,
): Promise<void> {
  if (former.status === 'processing') throw new RetryLater('the former content is being processed', formerSeconds);
  const { ingestId, fields, boxes, assets, createdTime, contentHash, formerHash = contentHash } = former;
  const replaced: MachineFile = {
    ...file,
    ...{ fields, createdTime },
    ...(ingestId !== undefined && { ingestId }),
    ...(boxes && { boxes }),
    ...(assets && { assets }),
    ...(formerHash !== file.contentHash && { formerHash }),
  };
  if (await machineFiles.restart(ownerId, replaced, former.status, fileDeadline(clock.now()))) return;
  throw new RetryLater('the former content is being processed', formerSeconds);
}

/** Ends the batch of a provider's file that has no content, or none that is recognised. It has a record that says so, unless there is an earlier one. */
export async function endSource(ownerId: string, batch: StoredBatch, services: ProcessingServices): Promise<void> {
  const { machineFiles, clock, derivedId } = services;
  const { source, svcUserId, fileName, size, problems } = batch;
  if (!source) return;
  const id = sourceFileId(batch, 0, derivedId);
  const reason = source.refused ?? problems[0]?.message ?? 'No machine data was recognised in it.';
  const problem = machineProblem('notDelivered', fileName, { reason });
  const now = clock.now();
  const file: MachineFile = {
    ...{ id, batchId: batch.id, svcUserId, provider: source.provider, fields: [], fileName, sizeInBytes: size },
    ...sourceMembers(source),
    contentHash: '',
    status: 'processing',
    steps: {},
    artefacts: [],
    problems: [],
    ...{ createdTime: timestamp(now), updatedTime: timestamp(now) },
  };
  await machineFiles.create(ownerId, file, fileDeadline(now));
  const stored = await machineFiles.get(ownerId, id);
  // What was converted of an earlier state is still good.
  if (stored?.status === 'processing' && stored.batchId === batch.id) {
    const ids = { id: derivedId(batch.id, 'refused'), ownerId, svcUserId, fileId: id };
    await machineFiles.finish(
      ownerId,
      { ...stored, status: 'failed', steps: stepsUntil('originalFile', problem.message), problems: [problem] },
      { event: fileProcessingFailed('provider', ids, problem.message, now) },
    );
  }
  await endBatch(ownerId, { ...batch, status: 'FAILED', statusDetails: problem.message }, batch.status, services);
}
