import { isUserNotFound } from '../../../domain/errors.ts';
import type { StoredBatch } from '../../../domain/machine-files/batch-store.ts';
import { batchUploadProcessingFinished } from '../../../domain/machine-files/file-events.ts';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import type { ProcessingServices } from './services.ts';

export type SettlingServices = Pick<ProcessingServices, 'batches' | 'machineFiles' | 'clock' | 'derivedId'>;

/**
 * Ends a batch whose files have all ended. Called when a file ends, and by the sweep.
 *
 * @example await settleBatch(ownerId, batchId, services);
 */
export async function settleBatch(ownerId: string, batchId: string, services: SettlingServices): Promise<void> {
  const { batches, machineFiles } = services;
  const batch = await batches.get(ownerId, batchId);
  if (batch?.status !== 'PROCESSING') return;
  const files = await machineFiles.many(ownerId, batch.svcFiles);
  if (files.some(({ status }) => status === 'processing')) return;
  await endBatch(ownerId, ended(batch, files), 'PROCESSING', services);
}

/** Ends a batch and publishes its event, unless its status has changed meanwhile. */
export async function endBatch(
  ownerId: string,
  batch: StoredBatch,
  from: StoredBatch['status'],
  { batches, clock, derivedId }: Pick<SettlingServices, 'batches' | 'clock' | 'derivedId'>,
): Promise<void> {
  const now = clock.now();
  const { id: batchId, svcUserId, source } = batch;
  const event = batchUploadProcessingFinished(
    { id: derivedId(batchId, 'ended', now), ownerId, svcUserId, batchId },
    now,
  );
  try {
    // Owners hear of the files of a provider, and not of the batches in which they come.
    if (source) return void (await batches.change(ownerId, batch, [from]));
    await batches.end(ownerId, batch, from, event);
  } catch (error) {
    // The user was deleted meanwhile, and the batch goes with it.
    if (!isUserNotFound(error)) throw error;
  }
}

function ended({ statusDetails: _, ...batch }: StoredBatch, files: MachineFile[]): StoredBatch {
  if (files.some(({ status }) => status === 'processed')) return { ...batch, status: 'PROCESSED' };
  return { ...batch, status: 'FAILED', statusDetails: whyFailed(batch, files) };
}

function whyFailed({ problems }: Pick<StoredBatch, 'problems'>, files: MachineFile[]): string {
  if (files.length === 0) {
    const found = problems[0] ? ` ${problems[0].file}: ${problems[0].message}` : '';
    return `No machine data was recognised in the upload.${found}`;
  }
  const first = files.flatMap((file) =>
    file.problems.slice(-1).map(({ message }) => `${file.fileName}: ${message}`),
  )[0];
  return `Machine data was recognised, but none of it could be converted. ${first ?? ''}`.trim();
}
