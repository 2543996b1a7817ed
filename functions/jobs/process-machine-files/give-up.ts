import { timestamp } from '../../../domain/clock.ts';
import type { StoredBatch } from '../../../domain/machine-files/batch-store.ts';
import { fileProcessingFailed, fileProcessingFinished } from '../../../domain/machine-files/file-events.ts';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import { type MachineProblem, machineProblem } from '../../../domain/machine-files/problem.ts';
import { keptResult } from '../../../domain/machine-files/set-to-work.ts';
import { stepsUntil } from '../../../domain/machine-files/step.ts';
import { enqueueRegrouping, type RegroupingServices } from './enqueue-regrouping.ts';
import { endBatch, type SettlingServices, settleBatch } from './settle-batch.ts';

export type GivingUpServices = SettlingServices & RegroupingServices;

/** Ends a file that will not be processed, and says why. One that was processed before stays so. */
export async function giveUpFile(
  ownerId: string,
  file: MachineFile,
  services: GivingUpServices,
  problem: MachineProblem = machineProblem('processingGivenUp', file.fileName),
): Promise<void> {
  const { machineFiles, clock, derivedId } = services;
  const now = clock.now();
  const ids = { id: derivedId(file.id, 'given up', now), ownerId, svcUserId: file.svcUserId, fileId: file.id };
  const kept = keptResult(file, problem);
  const failed = {
    status: 'failed' as const,
    steps: stepsUntil('rawGeojson', problem.message),
    problems: [...file.problems, problem],
  };
  const { formerResult: _, ...rest } = file;
  await machineFiles.finish(
    ownerId,
    { ...rest, ...(kept ?? failed), updatedTime: timestamp(now) },
    {
      event: kept
        ? fileProcessingFinished(file.origin, ids, now)
        : fileProcessingFailed(file.origin, ids, problem.message, now),
    },
  );
  if (file.batchId !== undefined) await settleBatch(ownerId, file.batchId, services);
  await enqueueRegrouping(ownerId, file.id, services);
}

/** Ends a batch that will not be opened, or that was left when its last file had ended. */
export async function giveUpBatch(ownerId: string, batch: StoredBatch, services: SettlingServices): Promise<void> {
  if (batch.status === 'PROCESSING') return settleBatch(ownerId, batch.id, services);
  // In a batch that was sent back, what had been converted still is.
  const files = await services.machineFiles.many(ownerId, batch.svcFiles);
  const isConverted = files.some(({ status }) => status === 'processed');
  const statusDetails =
    'The upload failed: it never arrived completely, or every attempt to read it ended without a result.';
  const ended: StoredBatch = isConverted
    ? { ...batch, status: 'PROCESSED' }
    : { ...batch, status: 'FAILED', statusDetails };
  await endBatch(ownerId, ended, 'RECEIVED', services);
}
