import { timestamp } from '../../../domain/clock.ts';
import type { StoredBatch } from '../../../domain/machine-files/batch-store.ts';
import { fileProcessingFailed } from '../../../domain/machine-files/file-events.ts';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import { machineProblem } from '../../../domain/machine-files/problem.ts';
import { stepsUntil } from '../../../domain/machine-files/step.ts';
import { enqueueRegrouping, type RegroupingServices } from './enqueue-regrouping.ts';
import { endBatch, type SettlingServices, settleBatch } from './settle-batch.ts';

export type GivingUpServices = SettlingServices & RegroupingServices;

/** Ends a file that will not be processed, and says why. */
export async function giveUpFile(ownerId: string, file: MachineFile, services: GivingUpServices): Promise<void> {
  const { machineFiles, clock, derivedId } = services;
  const problem = machineProblem('processingGivenUp', file.fileName);
  const now = clock.now();
  const ids = { id: derivedId(file.id, 'given up', now), ownerId, svcUserId: file.svcUserId, fileId: file.id };
  await machineFiles.finish(
    ownerId,
    {
      ...file,
      status: 'failed',
      steps: stepsUntil('rawGeojson', problem.message),
      problems: [...file.problems, problem],
      updatedTime: timestamp(now),
    },
    { event: fileProcessingFailed(file.origin, ids, problem.message, now) },
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
