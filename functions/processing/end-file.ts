import { ingestIdOf } from '../../adapters/aws/dynamodb/machine-files/operations-eraser.ts';
import { timestamp } from '../../domain/clock.ts';
import { type FarmEvent, fileProcessingFailed, fileProcessingFinished } from '../../domain/events/event.ts';
import { lakePointsKey, machineFileKey } from '../../domain/files/object-keys.ts';
import type { MachineFile } from '../../domain/machine-files/machine-file.ts';
import type { ProcessedFile } from '../../domain/machine-files/machine-file-engine.ts';
import type { FileEnding } from '../../domain/machine-files/machine-file-store.ts';
import { recordAssets } from './record-assets.ts';
import type { ProcessingServices } from './services.ts';
import { footprintFile, usageOf } from './usage-of.ts';

/** Writes what became of a file: its record, its event and, where its content is new, its usage and its place in the lake. */
export async function endFile(
  ownerId: string,
  before: MachineFile,
  processed: ProcessedFile,
  services: ProcessingServices,
): Promise<void> {
  const { machineFiles, lake, clock } = services;
  const owner = { ownerId, svcUserId: before.svcUserId };
  const assets = processed.status === 'processed' ? await recordAssets(owner, processed, services) : before.assets;
  const { leftFields: _, ...rest } = { ...before, ...processed, updatedTime: timestamp(clock.now()) };
  const leftFields = before.fields.filter((id) => !rest.fields.includes(id));
  const file: MachineFile = {
    ...rest,
    ...(leftFields.length > 0 && { leftFields }),
    ...(assets?.length && { assets }),
  };
  const event = eventOf(ownerId, file, services);
  if (file.status === 'failed' || file.sources) {
    await machineFiles.finish(ownerId, file, { event });
    return;
  }
  const counted = await countedOf(ownerId, file, services);
  const ended = await machineFiles.finish(ownerId, file, { event, counted });
  // The user was deleted meanwhile, and the eraser, which reads the records, would not find the points.
  if (ended === 'gone' && !(await machineFiles.get(ownerId, file.id))) {
    await lake.remove([lakePointsKey(ownerId, counted.ingestId)]);
  }
  if (ended !== 'other') return;
  const duplicateOf = await machineFiles.holderOf(ownerId, file.svcUserId, file.contentHash);
  await machineFiles.finish(ownerId, { ...file, ...(duplicateOf !== undefined && { duplicateOf }) }, { event });
}

function eventOf(
  ownerId: string,
  { id: fileId, svcUserId, status, origin, problems, updatedTime }: MachineFile,
  { clock, derivedId }: ProcessingServices,
): FarmEvent {
  const ids = { id: derivedId(fileId, 'ended', updatedTime), ownerId, svcUserId, fileId };
  return status === 'failed'
    ? fileProcessingFailed(origin, ids, problems.at(-1)?.message ?? '', clock.now())
    : fileProcessingFinished(origin, ids, clock.now());
}

async function countedOf(
  ownerId: string,
  file: MachineFile,
  { files }: ProcessingServices,
): Promise<NonNullable<FileEnding['counted']>> {
  const objectKey = machineFileKey(ownerId, file.svcUserId, file.id, footprintFile);
  await files.put(objectKey, JSON.stringify(file.summary?.geometry ?? null), 'application/geo+json');
  return { usage: usageOf(ownerId, 'machineFiles', file, objectKey), ingestId: ingestIdOf(file.id) };
}
