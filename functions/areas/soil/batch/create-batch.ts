import { timestamp } from '../../../../domain/clock.ts';
import { invalid, Problem } from '../../../../domain/errors.ts';
import { incomingKey, incomingSoil } from '../../../../domain/files/object-keys.ts';
import { endSoilEntries } from '../../../../domain/soil/batch/end-soil-entries.ts';
import { receivedSoilBatch, type StoredSoilBatch, soilDeadline } from '../../../../domain/soil/batch/soil-batch.ts';
import { plainFileName } from '../../../http/body/file-name.ts';
import type { Handler, UploadedPart } from '../../../http/exchange.ts';
import { shownSoilBatch } from '../../../http/soil-batches.ts';
import type { SoilServices } from '../services.ts';
import { dryRun } from './dry-run.ts';
import type { batchEndpoints } from './endpoints.ts';

/**
 * The record comes first: a zip without one would be lost without a word, an entry without its zip ends as FAILED.
 * A request that is repeated with its `Idempotency-Key` stores the zips of the same batch.
 */
export const createSoilBatch: Handler<typeof batchEndpoints.createSoilBatch, SoilServices> = (
  { query: { svcUserId, dryRun: isDry, ...parameters }, body, owner, request, once },
  services,
) => {
  const { soil, files, clock, newId } = services;
  const sent = checked(body);
  if (isDry) {
    return once.repeatable(async () => ({
      status: 200,
      body: await dryRun(owner.id, svcUserId, sent, parameters, services),
    }));
  }

  const put = async (batch: StoredSoilBatch) => {
    for (const [index, { content }] of sent.entries()) {
      const entry = batch.entries[index];
      if (entry?.status !== 'PROCESSING') continue;
      const key = incomingKey(owner.id, svcUserId, batch.id, entry.id, incomingSoil);
      await files.put(key, content, 'application/zip');
    }
  };

  return once<StoredSoilBatch>(
    async (commit) => {
      const now = clock.now();
      const id = newId();
      const named = sent.map(({ fileName, content }) => ({ id: newId(), fileName, sizeBytes: content.length }));
      const batch = receivedSoilBatch({ id, svcUserId, files: named, parameters }, timestamp(now));
      await soil.create(owner.id, batch, soilDeadline(now), await commit(batch));
      return batch;
    },
    async (made, { isKeyed, isRepeated }) => {
      const batch = (isRepeated && (await soil.get(owner.id, made.id))) || made;
      try {
        await put(batch);
      } catch (cause) {
        if (!isKeyed) await endSoilEntries(owner.id, batch, notStored, services);
        const detail = 'The zips could not be stored. Send them again.';
        throw new Problem('unavailable', detail, { cause, retryAfterSeconds: 5 });
      }
      return { status: 201, body: shownSoilBatch(request, made) };
    },
  );
};

const notStored = { key: 'notStored', message: 'The zip could not be stored. Send it again.' };

/** The first bytes of a zip: of an entry, or of the end of an empty one. */
const zipMarks = ['PK\x03\x04', 'PK\x05\x06'];

/** @throws Problem where a file is no zip, or has the name of another. */
function checked(sent: readonly UploadedPart[]): UploadedPart[] {
  const files = sent.map((file) => ({ ...file, fileName: plainFileName(file.fileName) }));
  for (const [index, { fileName, content }] of files.entries()) {
    if (!zipMarks.includes(content.toString('latin1', 0, 4))) {
      const message = `${fileName} is not a zip. Put the files of the laboratory into one, and send that.`;
      throw invalid(`#/files/${index}`, message, 'fileNotZip');
    }
    if (files.findIndex((other) => other.fileName === fileName) < index) {
      const message = `Two files are named ${fileName}. Give each a name of its own.`;
      throw invalid(`#/files/${index}`, message, 'fileNameTwice');
    }
  }
  return files;
}
