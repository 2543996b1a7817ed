import { timestamp } from '../../../domain/clock.ts';
import { UnwritableRecord } from '../../../domain/errors.ts';
import { lakePointsKey } from '../../../domain/files/lake-keys.ts';
import { imageName, machineFileKey } from '../../../domain/files/object-keys.ts';
import { artefacts } from '../../../domain/machine-files/artefact.ts';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import type { ProcessedFile, ProcessingOrder, ResultSink } from '../../../domain/machine-files/machine-file-engine.ts';
import { isOnDemand } from '../../../domain/machine-files/output-on-demand.ts';
import { readerVersion } from '../../../domain/machine-files/points/reader-version.ts';
import { type MachineProblem, machineProblem } from '../../../domain/machine-files/problem.ts';
import { fileDeadline } from '../../../domain/machine-files/received-batch.ts';
import { stepsUntil } from '../../../domain/machine-files/step.ts';
import type { Message } from '../../queue/sqs-worker.ts';
import { withinAttempts } from '../../queue/within-attempts.ts';
import { endFile } from './end-file.ts';
import { enqueueRegrouping } from './enqueue-regrouping.ts';
import { fieldsOn } from './fields-on.ts';
import { giveUpFile } from './give-up.ts';
import { compactAfterMilliseconds, ingestIdOf, isFull, pointsOf, removeStaged } from './lake-points.ts';
import type { ProcessMessage } from './messages.ts';
import { originalOf } from './outputs/original-of.ts';
import { compareRecords } from './records/compare-records.ts';
import type { ProcessingServices } from './services.ts';
import { settleBatch } from './settle-batch.ts';
import { leaveDoubled } from './source-files.ts';

/** A file whose owner's points have no room waits this long, and then for the sweep. */
const roomMilliseconds = 5 * 60_000;

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
    if (file.ingestId !== undefined && (await isFull(ownerId, services))) {
      // The sweep sends it again, and gives it up after half a day. One that is put off would count as a failed attempt.
      return machineFiles.setDeadline(ownerId, fileId, clock.now() + roomMilliseconds);
    }
    await machineFiles.setDeadline(ownerId, fileId, fileDeadline(clock.now()));
    await withinAttempts<MachineProblem>(machineFiles.attempts(ownerId, fileId), message.delivery, {
      work: async () => endConverted(ownerId, file, await convert(ownerId, file, services), services),
      giveUp: (problem) => giveUpFile(ownerId, file, services, problem),
    });
  }
  const ingestId = file.status === 'processing' ? ingestIdOf(file, services) : file.ingestId;
  await removeStaged(ownerId, { id: fileId, ...(ingestId !== undefined && { ingestId }) }, services);
  // Before the batch ends, so that who waits for it counts no ground twice.
  await compareRecords(ownerId, fileId, message, services);
  const { batchId } = file;
  if (batchId !== undefined) await settleBatch(ownerId, batchId, services);
  await enqueueRegrouping(ownerId, fileId, services);
  await leaveDoubled(ownerId, fileId, services);
}

/** Ends a file. A file whose record can never be written has failed with that reason at once, not after every attempt. */
async function endConverted(
  ownerId: string,
  file: MachineFile,
  processed: ProcessedFile,
  services: ProcessingServices,
): Promise<void> {
  try {
    await endFile(ownerId, file, processed, services);
  } catch (error) {
    if (!(error instanceof UnwritableRecord)) throw error;
    const problem = machineProblem('recordUnwritable', file.fileName, { reason: error.message });
    const steps = stepsUntil('summary', problem.message, processed.steps);
    // Points that are not published lead to no output.
    const stored = processed.artefacts.filter((name) => file.sources || name !== 'standardGeojson');
    await endFile(ownerId, file, { status: 'failed', steps, artefacts: stored, problems: [problem] }, services);
  }
}

async function convert(ownerId: string, file: MachineFile, services: ProcessingServices): Promise<ProcessedFile> {
  const { batches, clock, engine, files } = services;
  const { id: fileId, svcUserId, provider, batchId } = file;
  const [settings, batch] = await Promise.all([
    services.settings(ownerId, svcUserId),
    batchId === undefined ? undefined : batches.get(ownerId, batchId),
  ]);
  const user = { ownerId, svcUserId };
  let askedTime: string | undefined;
  const order: ProcessingOrder = {
    settings,
    ownerName: batch?.ownerName ?? '',
    svcUserId,
    fileId,
    ingestId: ingestIdOf(file, services),
    provider,
    part: file.part,
    crop: batch?.crop,
    receivedTime: file.createdTime,
    within: file.cropFields,
    fieldsOn(ground) {
      askedTime = timestamp(clock.now());
      return fieldsOn(user, ground, settings.fieldsAttachIntersection, services, file.source?.fieldIds);
    },
  };
  const sink = sinkOf(ownerId, file, services);
  const withTime = (processed: ProcessedFile) => ({
    ...processed,
    ...(askedTime !== undefined && { fieldsTime: askedTime }),
  });
  if (file.sources) return withTime(await merge(ownerId, file.sources, order, sink, services));
  const processed = await engine.process(originalOf(ownerId, file, files), order, sink);
  if (!processed) return lost(file.fileName);
  // One that fails keeps the points of the last time that it went well, and the version of their reader.
  return withTime(processed.status === 'processed' ? { ...processed, readerVersion } : processed);
}

async function merge(
  ownerId: string,
  ids: string[],
  order: ProcessingOrder,
  sink: ResultSink,
  services: ProcessingServices,
): Promise<ProcessedFile> {
  const sources = await services.machineFiles.many(ownerId, ids);
  if (sources.length < ids.length) return lost('one of the files to be merged');
  return services.engine.merge(
    sources.map((file) => pointsOf(ownerId, file, services)),
    order,
    sink,
  );
}

/** Stores no points of a duplicate or a merged file: the lake has them already. */
function sinkOf(ownerId: string, file: MachineFile, services: ProcessingServices): ResultSink {
  const { files, lake, machineFiles, points, clock } = services;
  const { id, svcUserId, sources } = file;
  const ingestId = ingestIdOf(file, services);
  return {
    async artefact(name, content) {
      // The points of a merged file are only here.
      if (!sources && isOnDemand('file', name)) return;
      const { file: fileName, contentType } = artefacts[name];
      await files.putStream(machineFileKey(ownerId, svcUserId, id, fileName), content, contentType);
    },
    image(name, content, contentType) {
      return files.put(machineFileKey(ownerId, svcUserId, id, imageName(name)), content, contentType);
    },
    async points(content) {
      const holder = sources ? 'its sources' : await machineFiles.holderOf({ ownerId, svcUserId }, file);
      if (holder !== undefined && holder !== id) return;
      await points.stage(ownerId, ingestId, clock.now() + compactAfterMilliseconds);
      const key = lakePointsKey(ownerId, id, ingestId);
      await lake.putStream(key, content(), artefacts.standardGeoparquet.contentType);
    },
  };
}

function lost(file: string): ProcessedFile {
  const problem = machineProblem('unreadable', file, { reason: 'it is not stored any more' });
  return { status: 'failed', steps: stepsUntil('originalFile', problem.message), artefacts: [], problems: [problem] };
}
