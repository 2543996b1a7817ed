import type { SeenAsset } from '../../../domain/assets/asset.ts';
import { machineWorkIn, maxMachinesOfFile } from '../../../domain/assets/machine-work.ts';
import { timestamp } from '../../../domain/clock.ts';
import type { FarmEvent } from '../../../domain/events/event.ts';
import { machineFileKey } from '../../../domain/files/object-keys.ts';
import { fileProcessingFailed, fileProcessingFinished } from '../../../domain/machine-files/file-events.ts';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import type { ProcessedFile } from '../../../domain/machine-files/machine-file-engine.ts';
import type { FileEnding } from '../../../domain/machine-files/machine-file-store.ts';
import { keptResult } from '../../../domain/machine-files/set-to-work.ts';
import { compactAfterMilliseconds, forgetPoints, ingestIdOf, maxReadingSeconds, showPoints } from './lake-points.ts';
import { recordAssets } from './record-assets.ts';
import { processDuplicatesAgain } from './reprocess-files.ts';
import type { ProcessingServices } from './services.ts';
import { twinOf } from './source-files.ts';
import { footprintFile, usageOf } from './usage-of.ts';

/** Writes what became of a file: its record, its event and, where its content is new, its usage and its place in the lake. */
export async function endFile(
  ownerId: string,
  before: MachineFile,
  result: ProcessedFile,
  services: ProcessingServices,
): Promise<void> {
  const failure = result.status === 'failed' ? result.problems.at(-1) : undefined;
  const kept = failure && keptResult(before, failure);
  const processed: ProcessedFile = kept ? { ...kept, artefacts: before.artefacts } : result;
  const isFailed = result.status === 'failed';
  const { machineFiles, clock, queue } = services;
  const owner = { ownerId, svcUserId: before.svcUserId };
  const assets = !isFailed ? await recordAssets(owner, processed, services) : before.assets;
  const problems = kept ? kept.problems : [...(before.unpackingProblems ?? []), ...processed.problems];
  const {
    leftFields: _,
    machineUse: __,
    formerResult: ___,
    formerHash,
    duplicateOf: formerDuplicateOf,
    countedElsewhere: formerlyElsewhere,
    ...rest
  } = { ...before, ...processed, problems, updatedTime: timestamp(clock.now()) };
  const leftFields = before.fields.filter((id) => !rest.fields.includes(id));
  const file: MachineFile = {
    ...rest,
    ...(leftFields.length > 0 && { leftFields }),
    ...(assets?.length && { assets }),
    // One that fails keeps what it had the last time that it went well.
    ...(isFailed && {
      ...(formerDuplicateOf !== undefined && { duplicateOf: formerDuplicateOf }),
      ...(formerlyElsewhere && { countedElsewhere: formerlyElsewhere }),
    }),
  };
  // A content that its provider has replaced is free for other files that have it.
  if (formerHash) await machineFiles.release(owner, { ...file, contentHash: formerHash }, file.id);
  const work = workOf(before, file, result, services);
  const event = eventOf(ownerId, file, services);
  const ingestId = ingestIdOf(before, services);
  if (isFailed || file.sources) {
    await machineFiles.finish(ownerId, file, { event, ...work });
    // Readers go on seeing the points of the last time that it went well.
    if (!file.sources && before.ingestId !== ingestId) {
      await forgetPoints({ ownerId, fileId: file.id, ingestId }, services);
    }
    return;
  }
  const twin = await twinOf(ownerId, file, services);
  if (twin !== undefined)
    return endDuplicate(ownerId, before, { ...file, duplicateOf: twin }, { event, ...work }, services);
  // Before its points are shown, so that no query for a field passes them over.
  await services.fieldCover.cover(owner, file.boxes ?? {});
  const replaced = before.ingestId === ingestId ? undefined : before.ingestId;
  const usage = await countedOf(ownerId, file, services);
  // Before the end, after which nothing would bring a worker that dies back to it.
  if (replaced !== undefined) {
    await queue.send({ step: 'forget', ownerId, fileId: file.id, ingestId: replaced }, maxReadingSeconds);
  }
  const ended = await showPoints({ ownerId, fileId: file.id, ingestId }, services, (gen) =>
    machineFiles.finish(
      ownerId,
      { ...file, ingestId },
      { event, ...work, counted: { ...usage, ingestId, gen, replaced } },
    ),
  );
  if (formerHash) await processDuplicatesAgain(owner, file.id, services);
  if (ended === 'gone') {
    const now = await machineFiles.get(ownerId, file.id);
    // The user was deleted meanwhile, and the eraser, which reads the records, would not find the points.
    if (!now) await forgetPoints({ ownerId, fileId: file.id, ingestId }, services);
    // Another worker got the message as well and has ended the file; this one may have hidden its points since.
    else if (now.ingestId === ingestId) await services.points.publish(ownerId, ingestId);
  }
  if (ended !== 'other') return;
  const duplicateOf = await machineFiles.holderOf(owner, file);
  await endDuplicate(
    ownerId,
    before,
    { ...file, ...(duplicateOf !== undefined && { duplicateOf }) },
    { event, ...work },
    services,
  );
}

/** Ends a file whose points are those of another one. Its own are hidden before, and removed when no query reads them any longer. */
async function endDuplicate(
  ownerId: string,
  before: MachineFile,
  { ingestId: former, ...file }: MachineFile,
  ending: FileEnding,
  services: ProcessingServices,
): Promise<void> {
  const { machineFiles, points, clock, queue } = services;
  const ingestId = ingestIdOf(before, services);
  if (former !== undefined && former !== ingestId) {
    await points.stage(ownerId, former, clock.now() + compactAfterMilliseconds);
    await queue.send({ step: 'forget', ownerId, fileId: file.id, ingestId: former }, maxReadingSeconds);
  }
  await machineFiles.release({ ownerId, svcUserId: file.svcUserId }, file, file.id);
  const ended = await machineFiles.finish(ownerId, file, ending);
  // Another worker that got the message as well may have shown the points.
  if (ended === 'gone' && (await machineFiles.get(ownerId, file.id))?.ingestId === ingestId) return;
  await forgetPoints({ ownerId, fileId: file.id, ingestId }, services);
}

/** The work of the machines of a file that was read. A file that failed keeps the work of the last time that it went well, like its points. */
function workOf(
  before: MachineFile,
  file: MachineFile,
  { status, machineUse }: ProcessedFile,
  { derivedId }: ProcessingServices,
): Pick<FileEnding, 'work'> {
  if (status === 'failed') return {};
  const formerMachines = (before.assets ?? []).filter(isMachine).map(({ id }) => id);
  return {
    work: {
      of: machineWorkIn(file, machineUse, derivedId),
      formerMachines: [...new Set(formerMachines)].slice(0, maxMachinesOfFile),
    },
  };
}

function isMachine({ kind }: SeenAsset): boolean {
  return kind === 'machine';
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
): Promise<Pick<NonNullable<FileEnding['counted']>, 'usage'>> {
  const objectKey = machineFileKey(ownerId, file.svcUserId, file.id, footprintFile);
  await files.put(objectKey, JSON.stringify(file.summary?.geometry ?? null), 'application/geo+json');
  return { usage: usageOf(ownerId, 'machineFiles', file, objectKey) };
}
