import { type Clock, type DerivedId, timestamp } from '../../domain/clock.ts';
import { fileProcessingFailed } from '../../domain/events/event.ts';
import type { EndingBatchStore, StoredBatch } from '../../domain/machine-files/batch-store.ts';
import type { MachineFileStore } from '../../domain/machine-files/machine-file-store.ts';
import { machineProblem } from '../../domain/machine-files/problem.ts';
import { stepsUntil } from '../../domain/machine-files/step.ts';
import { endBatch, settleBatch } from '../processing/settle-batch.ts';
import { type TellingServices, tellFields } from '../processing/tell-fields.ts';

export interface MachineFileSweep extends TellingServices {
  batches: EndingBatchStore;
  machineFiles: MachineFileStore;
  clock: Clock;
  derivedId: DerivedId;
}

/**
 * Ends machine files whose worker died of them each time, and batches whose upload never came or that were left when their
 * last file had ended.
 */
export async function failOverdueMachineFiles(services: MachineFileSweep): Promise<number> {
  const { batches, machineFiles, clock, derivedId } = services;
  const files = await machineFiles.overdue(clock.now());
  for (const { ownerId, file } of files) {
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
    await tellFields(ownerId, file.id, services);
  }
  const left = await batches.overdue(clock.now());
  for (const { ownerId, batch } of left) await giveUp(ownerId, batch, services);
  return files.length + left.length;
}

async function giveUp(ownerId: string, batch: StoredBatch, services: MachineFileSweep): Promise<void> {
  if (batch.status === 'PROCESSING') return settleBatch(ownerId, batch.id, services);
  // In a batch that was sent back, what had been converted still is.
  const files = await services.machineFiles.many(ownerId, batch.svcFiles);
  const isConverted = files.some(({ status }) => status === 'processed');
  const statusDetails =
    'The upload was given up: it never arrived, or looking into it ended every attempt without a result.';
  const ended: StoredBatch = isConverted
    ? { ...batch, status: 'PROCESSED' }
    : { ...batch, status: 'FAILED', statusDetails };
  await endBatch(ownerId, ended, 'RECEIVED', services);
}
