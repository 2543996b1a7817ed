import { isUserNotFound, UnwritableRecord } from '../../../domain/errors.ts';
import { incomingKey, incomingSoil } from '../../../domain/files/object-keys.ts';
import { soilKey } from '../../../domain/files/soil-keys.ts';
import { endSoilEntry, failSoilEntry, type SoilFailure } from '../../../domain/soil/batch/end-soil-entries.ts';
import { type StoredSoilBatch, type StoredSoilEntry, soilFiles } from '../../../domain/soil/batch/soil-batch.ts';
import { originalOf, settleCopies } from '../../../domain/soil/batch/soil-copies.ts';
import type { Message } from '../../queue/sqs-worker.ts';
import { withinAttempts } from '../../queue/within-attempts.ts';
import type { ReadSoilMessage } from './messages.ts';
import { rowsOfBatches } from './remove-batch.ts';
import type { SoilProcessing } from './services.ts';
import { storeOutputs } from './store-outputs.ts';

export const givenUp: SoilFailure = {
  key: 'processingGivenUp',
  message:
    'Processing the zip failed: every attempt ended without a result. Upload it again. If it fails again, split it into smaller zips and tell the operator of this server.',
};

const lost: SoilFailure = { key: 'notStored', message: 'The zip is not stored any more. Send it again.' };

/**
 * Reads the zip of an entry and stores what it says. Doing it twice changes nothing: files are written over those of an
 * earlier attempt, and an entry ends once. What is wrong with the zip ends in the entry; what is thrown is worth another
 * attempt.
 */
export async function readEntry(
  { ownerId, batchId, entryId }: ReadSoilMessage,
  message: Pick<Message, 'delivery'>,
  services: SoilProcessing,
): Promise<void> {
  const { soil } = services;
  const batch = await soil.get(ownerId, batchId);
  const entry = batch?.entries.find(({ id }) => id === entryId);
  if (!batch || !entry) return;
  try {
    let isRead = entry.status === 'COMPLETED';
    if (entry.status === 'PROCESSING') {
      await withinAttempts<SoilFailure>(soil.attempts(ownerId, batchId, entryId), message.delivery, {
        async work() {
          isRead = await process(ownerId, batch, entry, services);
        },
        giveUp: (failure = givenUp) => failSoilEntry(ownerId, batch, entry, failure, services),
      });
    }
    // Done again where an attempt died between the end of the entry and here.
    if (isRead) await countOnce(ownerId, batch, entryId, services);
  } catch (error) {
    // The user was deleted meanwhile; the eraser takes what is here already.
    if (!isUserNotFound(error)) throw error;
  }
}

/** Has one entry count of those with the content of an entry that was read, and rows of the lake follow. */
async function countOnce(
  ownerId: string,
  { id: batchId, svcUserId }: StoredSoilBatch,
  entryId: string,
  services: SoilProcessing,
): Promise<void> {
  const ended = (await services.soil.get(ownerId, batchId))?.entries.find(({ id }) => id === entryId);
  const copies = ended?.hashes ? await settleCopies(ownerId, svcUserId, ended.hashes, services) : [batchId];
  await services.noteRows(rowsOfBatches(ownerId, svcUserId, copies));
}

/** Whether the zip could be read. */
async function process(
  ownerId: string,
  batch: StoredSoilBatch,
  entry: StoredSoilEntry,
  services: SoilProcessing,
): Promise<boolean> {
  const { files, reader, soil } = services;
  const { id: batchId, svcUserId } = batch;
  const keyOf = (name: string) => soilKey(ownerId, svcUserId, { batchId, entryId: entry.id }, name);
  const fail = async (failure: SoilFailure) => {
    await failSoilEntry(ownerId, batch, entry, failure, services);
    return false;
  };
  const arrived = incomingKey(ownerId, svcUserId, batchId, entry.id, incomingSoil);
  const raw = keyOf(soilFiles.raw);
  if (await files.has(arrived)) await files.copy(arrived, raw);
  try {
    const read = await reader.read({
      name: entry.fileName,
      parameters: batch.parameters,
      download: (path) => files.download(raw, path),
      ...(batch.uploadId && { isAnything: true }),
    });
    if (!read) return await fail(lost);
    if ('refusal' in read) {
      const { key, message, file } = read.refusal;
      return await fail({ key, message: file === undefined ? message : `${file}: ${message}` });
    }
    const made = await storeOutputs(read, entry.fileName, keyOf, files);
    const index = batch.entries.findIndex(({ id }) => id === entry.id);
    const own = { batchId, entryId: entry.id, index, ...read.hashes };
    const original = originalOf(own, await soil.copiesOf(ownerId, svcUserId, own));
    await endSoilEntry(ownerId, batch, entry, { status: 'COMPLETED', ...made, ...original }, services);
    return true;
  } catch (error) {
    if (!(error instanceof UnwritableRecord)) throw error;
    return fail({ key: 'recordUnwritable', message: `What was read cannot be stored: ${error.message}` });
  }
}
