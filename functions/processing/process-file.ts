import { ingestIdOf } from '../../adapters/aws/dynamodb/machine-files/operations-eraser.ts';
import { timestamp } from '../../domain/clock.ts';
import { uploadedFileProcessingFailed, uploadedFileProcessingFinished } from '../../domain/events/event.ts';
import { lakePointsKey, machineFileKey } from '../../domain/files/object-keys.ts';
import { artefacts } from '../../domain/machine-files/artefact.ts';
import type { MachineFile } from '../../domain/machine-files/machine-file.ts';
import type { ProcessedFile, ProcessingOrder, ResultSink } from '../../domain/machine-files/machine-file-engine.ts';
import type { FileEnding } from '../../domain/machine-files/machine-file-store.ts';
import { machineProblem } from '../../domain/machine-files/problem.ts';
import { stepsUntil } from '../../domain/machine-files/step.ts';
import type { Message } from '../queue/sqs-worker.ts';
import { graceMilliseconds } from './deadlines.ts';
import { fieldsOn } from './fields-on.ts';
import type { ProcessMessage } from './messages.ts';
import type { ProcessingServices } from './services.ts';
import { settleBatch } from './settle-batch.ts';

/** Square metres are more than any footprint is known to. */
const areaDecimals = 4;

/**
 * Takes one file through all steps. Artefacts are written over those of an earlier attempt; the record's end, its usage,
 * its event and its place in the lake become true in one transaction.
 */
export async function processFile(
  { ownerId, fileId }: ProcessMessage,
  message: Message,
  services: ProcessingServices,
): Promise<void> {
  const { machineFiles, clock } = services;
  const file = await machineFiles.get(ownerId, fileId);
  if (!file) return;
  if (file.status === 'processing') {
    if (message.lastAttempt) {
      await machineFiles.setDeadline(
        ownerId,
        fileId,
        clock.now() + message.remainingMilliseconds() + graceMilliseconds,
      );
    }
    await endFile(ownerId, file, await convert(ownerId, file, services), services);
  }
  await settleBatch(ownerId, file.batchId, services);
}

async function convert(ownerId: string, file: MachineFile, services: ProcessingServices): Promise<ProcessedFile> {
  const { batches, engine, files, lake, machineFiles } = services;
  const { id: fileId, svcUserId, provider } = file;
  const ingestId = ingestIdOf(file.id);
  const keyOf = (name: string) => machineFileKey(ownerId, svcUserId, fileId, name);
  const sink: ResultSink = {
    artefact: (name, content) => files.putStream(keyOf(artefacts[name].file), content, artefacts[name].contentType),
    async points(content) {
      const holder = await machineFiles.holderOf(ownerId, svcUserId, file.contentHash);
      if (holder !== undefined && holder !== fileId) return;
      await machineFiles.hide(ownerId, ingestId);
      await lake.putStream(lakePointsKey(ownerId, ingestId), content, artefacts.standardGeoparquet.contentType);
    },
  };
  const [settings, batch] = await Promise.all([
    services.settings(ownerId, svcUserId),
    batches.get(ownerId, file.batchId),
  ]);
  const user = { ownerId, svcUserId };
  const order: ProcessingOrder = {
    settings,
    ownerName: batch?.ownerName ?? '',
    svcUserId,
    fileId,
    ingestId,
    provider,
    fieldsOn: (ground) => fieldsOn(user, ground, settings.fieldsAttachIntersection, services),
  };
  const stored = {
    name: file.fileName,
    download: (path: string) => files.download(keyOf(artefacts.originalFile.file), path),
  };
  const processed = await engine.process(stored, order, sink);
  if (processed) return processed;
  const lost = machineProblem('unreadable', file.fileName, { reason: 'it is not stored any more' });
  return { status: 'failed', steps: stepsUntil('originalFile', lost.message), artefacts: [], problems: [lost] };
}

async function endFile(
  ownerId: string,
  before: MachineFile,
  processed: ProcessedFile,
  services: ProcessingServices,
): Promise<void> {
  const { machineFiles, files, lake, clock, derivedId } = services;
  const file: MachineFile = { ...before, ...processed, updatedTime: timestamp(clock.now()) };
  const ids = {
    id: derivedId(file.id, 'ended', file.updatedTime),
    ownerId,
    svcUserId: file.svcUserId,
    fileId: file.id,
  };
  if (file.status === 'failed') {
    const why = file.problems.at(-1)?.message ?? '';
    await machineFiles.finish(ownerId, file, { event: uploadedFileProcessingFailed(ids, why, clock.now()) });
    return;
  }
  const event = uploadedFileProcessingFinished(ids, clock.now());
  const objectKey = machineFileKey(ownerId, file.svcUserId, file.id, 'footprint.json');
  await files.put(objectKey, JSON.stringify(file.summary?.geometry ?? null), 'application/geo+json');
  const usage: NonNullable<FileEnding['counted']>['usage'] = {
    ownerId,
    svcUserId: file.svcUserId,
    product: 'machineFiles',
    day: file.updatedTime.slice(0, 10),
    sourceId: file.id,
    areaHectares: Number(((file.areaSquareMetres ?? 0) / 10_000).toFixed(areaDecimals)),
    shape: { objectKey },
  };
  const counted = { usage, ingestId: ingestIdOf(file.id) };
  const ended = await machineFiles.finish(ownerId, file, { event, counted });
  // The user was deleted meanwhile, and the eraser, which reads the records, would not find the points.
  if (ended === 'gone' && !(await machineFiles.get(ownerId, file.id))) {
    await lake.remove([lakePointsKey(ownerId, counted.ingestId)]);
  }
  if (ended !== 'other') return;
  const duplicateOf = await machineFiles.holderOf(ownerId, file.svcUserId, file.contentHash);
  await machineFiles.finish(ownerId, { ...file, ...(duplicateOf !== undefined && { duplicateOf }) }, { event });
}
