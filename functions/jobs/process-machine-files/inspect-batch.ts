import { timestamp } from '../../../domain/clock.ts';
import { batchKey, incomingKey, incomingMachineFiles, machineFileKey } from '../../../domain/files/object-keys.ts';
import { artefacts } from '../../../domain/machine-files/artefact.ts';
import type { StoredBatch } from '../../../domain/machine-files/batch-store.ts';
import type { MachineFile } from '../../../domain/machine-files/machine-file.ts';
import type { FoundSet } from '../../../domain/machine-files/machine-file-engine.ts';
import { type MachineProblem, machineProblem, NotMade } from '../../../domain/machine-files/problem.ts';
import { fileDeadline, receivedBatchDeadline } from '../../../domain/machine-files/received-batch.ts';
import { setToWork } from '../../../domain/machine-files/set-to-work.ts';
import { sourceFileId, sourceMembers } from '../../../domain/machine-files/source-file.ts';
import { stepsUntil } from '../../../domain/machine-files/step.ts';
import { UnsettledReading } from '../../../domain/parser-attempts.ts';
import type { Message } from '../../queue/sqs-worker.ts';
import { maxParserAttempts, withinAttempts } from '../../queue/within-attempts.ts';
import { giveUpBatch } from './give-up.ts';
import { type InspectMessage, readingOf } from './messages.ts';
import type { ProcessingServices } from './services.ts';
import { settleBatch } from './settle-batch.ts';
import { endMissingParts, endSource, mustWait, storeSourceFile } from './source-files.ts';

/** So that the record of a batch stays below 400 kB. */
const maxSets = 1_000;
const maxProblems = 200;

/**
 * Looks into a batch: each recognised set becomes a file with a message of its own. Doing it twice changes nothing: ids
 * follow from the batch, and what is there stays.
 */
export async function inspectBatch(
  { ownerId, batchId }: InspectMessage,
  message: Message,
  services: ProcessingServices,
): Promise<void> {
  const { batches } = services;
  const batch = await batches.get(ownerId, batchId);
  if (!batch || (batch.status !== 'RECEIVED' && batch.status !== 'PROCESSING')) return;
  if (batch.svcFiles.length > 0) await startFiles(ownerId, batch, services);
  else {
    await withinAttempts<MachineProblem>(batches.attempts(ownerId, batchId), message.delivery, {
      async work() {
        if (batch.source?.refused !== undefined) return endSource(ownerId, batch, services);
        const found = await findFiles(ownerId, batch, services);
        if (found?.source && found.svcFiles.length === 0) await endSource(ownerId, found, services);
        else if (found) await startFiles(ownerId, found, services);
      },
      giveUp: (problem) =>
        giveUpBatch(ownerId, problem ? { ...batch, problems: [...batch.problems, problem] } : batch, services),
    });
  }
  await settleBatch(ownerId, batchId, services);
}

/** Undefined when the upload is not there: the sweep will end the batch. */
async function findFiles(
  ownerId: string,
  batch: StoredBatch,
  services: ProcessingServices,
): Promise<StoredBatch | undefined> {
  const { files, engine, batches, clock } = services;
  const { id, svcUserId, fileName } = batch;
  const original = batchKey(ownerId, svcUserId, id, fileName);
  const incoming = incomingKey(ownerId, svcUserId, id, fileName, incomingMachineFiles);
  const download = async (path: string) => {
    if (await files.download(original, path)) return true;
    if (!(await files.download(incoming, path))) return false;
    await files.copy(incoming, original);
    return true;
  };
  const isRouted = batch.uploadId !== undefined;
  return engine.inspect({ name: fileName, download, isRouted }, async ({ sets, problems }) => {
    const svcFiles: string[] = [];
    const inUpload = isOnlySet(sets) ? { name: fileName, isRouted } : undefined;
    for (const [index, set] of sets.slice(0, maxSets).entries()) {
      svcFiles.push(await createFile(ownerId, batch, { ...set, inUpload }, index, services));
    }
    if (svcFiles.length > 0) await endMissingParts(ownerId, batch, svcFiles.length, services);
    const left = sets.slice(maxSets).map(({ file }) => tooMany(file, sets.length));
    const found = { ...batch, svcFiles, problems: [...left, ...problems].slice(0, maxProblems) };
    await batches.change(ownerId, found, ['RECEIVED', 'PROCESSING'], receivedBatchDeadline(clock.now()));
    await files.remove([incoming]);
    return found;
  });
}

/** Whether all files are of one undamaged set, which is then read from the upload; damage is noted once, while unpacking. */
function isOnlySet(sets: readonly FoundSet[]): boolean {
  return new Set(sets.map(({ file }) => file)).size === 1 && sets.every(({ problems }) => problems.length === 0);
}

function tooMany(file: string, sets: number): MachineProblem {
  return machineProblem('tooManySets', file, { sets, limit: maxSets });
}

async function createFile(
  ownerId: string,
  batch: StoredBatch,
  { inUpload, ...set }: FoundSet & Pick<MachineFile, 'inUpload'>,
  index: number,
  services: ProcessingServices,
): Promise<string> {
  const { machineFiles, files, clock, derivedId } = services;
  const { source } = batch;
  const id = source ? sourceFileId(batch.svcUserId, source, index, derivedId) : derivedId(batch.id, 'file', index);
  const former = source && (await machineFiles.get(ownerId, id));
  if (former?.batchId === batch.id) return id;
  if (former) mustWait(former);
  const { originalFile } = artefacts;
  const key = machineFileKey(ownerId, batch.svcUserId, id, originalFile.file);
  const unpacked = inUpload
    ? undefined
    : await packed(() => files.putStream(key, set.pack(), originalFile.contentType));
  const now = clock.now();
  const problems = unpacked ? [...set.problems, unpacked] : set.problems;
  const unpackingProblems = set.problems.filter(({ severity }) => severity === 'warning');
  const refused = problems.find(({ severity }) => severity === 'error');
  const file: MachineFile = {
    id,
    batchId: batch.id,
    svcUserId: batch.svcUserId,
    ...(source ? sourceMembers(source) : { provider: 'Svc', origin: 'uploaded' }),
    fields: [],
    fileFormat: set.format,
    fileName: set.file,
    ...(set.part && { part: set.part }),
    sizeInBytes: set.sizeInBytes,
    contentHash: set.contentHash,
    sentTime: source?.modifiedTime ?? batch.uploadTimestamp,
    status: refused ? 'failed' : 'processing',
    steps: refused
      ? stepsUntil('rawGeojson', refused.message)
      : { originalFile: { status: 'processed', message: 'ok' } },
    artefacts: unpacked ? [] : ['originalFile'],
    inUpload,
    ...(unpackingProblems.length > 0 && { unpackingProblems }),
    problems,
    createdTime: timestamp(now),
    updatedTime: timestamp(now),
  };
  if (source) await storeSourceFile(ownerId, former, file, services);
  else await machineFiles.create(ownerId, file, fileDeadline(now));
  return id;
}

/** Packs a set. @returns the problem of one that cannot be packed: the other sets of its upload are processed all the same. */
async function packed(pack: () => Promise<void>): Promise<MachineProblem | undefined> {
  for (let earlier = 0; ; earlier += 1) {
    try {
      await pack();
      return undefined;
    } catch (error) {
      if (error instanceof NotMade) return error.problem;
      if (!(error instanceof UnsettledReading) || earlier + 1 >= maxParserAttempts) throw error;
    }
  }
}

/** Sends a message for each file that waits. In a batch that was sent back, what had failed waits again. */
async function startFiles(ownerId: string, batch: StoredBatch, services: ProcessingServices): Promise<void> {
  const { machineFiles, batches, clock } = services;
  const now = clock.now();
  const waiting = new Set<string>();
  for (const file of await machineFiles.many(ownerId, batch.svcFiles)) {
    if (file.status === 'processed') continue;
    if (file.status === 'failed') {
      if (batch.status !== 'RECEIVED' || isHopeless(file)) continue;
      await machineFiles.restart(ownerId, setToWork(file, now), 'failed', fileDeadline(now));
    }
    waiting.add(file.id);
  }
  await batches.change(
    ownerId,
    { ...batch, status: 'PROCESSING' },
    ['RECEIVED', 'PROCESSING'],
    receivedBatchDeadline(now),
  );
  await startWaiting(ownerId, [...waiting], services);
}

/** Sends as many messages as the owner has slots; their workers go on with the other files. A thousand messages would delay every owner. */
async function startWaiting(ownerId: string, ids: string[], services: ProcessingServices): Promise<void> {
  const { queue, waiting, filesAtOnce } = services;
  const messages = ids.map((fileId) => ({ step: 'process' as const, ownerId, fileId }));
  for (const message of messages.slice(filesAtOnce)) await waiting.add(readingOf(message));
  for (const message of messages.slice(0, filesAtOnce)) await queue.send(message);
}

/** A format without a reader will not have one the next time either, and what was never packed is not there to be read. */
function isHopeless({ artefacts: stored, problems }: MachineFile): boolean {
  const isUnreadable = problems.some(({ code }) => code === 'proprietaryFormat' || code === 'incompleteSet');
  return isUnreadable || !stored.includes('originalFile');
}
