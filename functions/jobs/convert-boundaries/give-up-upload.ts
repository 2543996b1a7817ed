import { problem } from '../../../domain/boundary-files/problem.ts';
import { type Clock, type DerivedId, timestamp } from '../../../domain/clock.ts';
import { isUserNotFound } from '../../../domain/errors.ts';
import type { Entry } from '../../../domain/uploads/entry.ts';
import type { Upload } from '../../../domain/uploads/upload.ts';
import type { UploadStore } from '../../../domain/uploads/upload-store.ts';

const entriesAtOnce = 100;

export interface GivingUpServices {
  uploads: UploadStore;
  clock: Clock;
  derivedId: DerivedId;
}

/** Ends an upload that will not be converted. Fields that were made stay and count; every entry that is still under way becomes `givenUp`. */
export async function giveUpUpload(ownerId: string, upload: Upload, services: GivingUpServices): Promise<void> {
  const { uploads } = services;
  try {
    const entries = await allEntries(ownerId, upload, services);
    const open = entries.filter(({ processedTime }) => processedTime === undefined);
    for (const entry of entries.length > 0 ? open : [onlyEntry(upload, services)]) {
      await uploads.putEntry(ownerId, givenUp(entry, services));
    }
    await uploads.finish(ownerId, upload, entries.some(({ fieldId }) => fieldId.length > 0) ? 'PROCESSED' : 'FAILED');
  } catch (error) {
    // The user was deleted meanwhile, and the upload goes with it.
    if (!isUserNotFound(error)) throw error;
  }
}

async function allEntries(ownerId: string, { id }: Upload, { uploads }: GivingUpServices): Promise<Entry[]> {
  const entries: Entry[] = [];
  let cursor: string | undefined;
  do {
    const page = await uploads.entries(ownerId, id, { page: 0, size: entriesAtOnce, sort: [], cursor });
    entries.push(...page.items);
    cursor = page.next;
  } while (cursor);
  return entries;
}

/** For an upload whose archive was not opened. */
function onlyEntry({ id: uploadId, svcUserId, fileName }: Upload, { clock, derivedId }: GivingUpServices): Entry {
  return {
    id: derivedId(uploadId, 'overdue'),
    uploadId,
    svcUserId,
    fileName,
    fieldId: [],
    converterFormat: 'UNKNOWN',
    status: 'PROCESSING',
    problems: [],
    createdTime: timestamp(clock.now()),
  };
}

function givenUp(entry: Entry, { clock }: GivingUpServices): Entry {
  const problems = [...entry.problems, problem('processingGivenUp', { file: entry.fileName })];
  return { ...entry, status: 'FAILED', problems, processedTime: timestamp(clock.now()) };
}
