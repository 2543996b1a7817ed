import { Problem } from '../../../../domain/errors.ts';
import { incomingKey, incomingSoil } from '../../../../domain/files/object-keys.ts';
import { soilKey } from '../../../../domain/files/soil-keys.ts';
import { soilFiles } from '../../../../domain/soil/batch/soil-batch.ts';
import { downloadAnswer } from '../../../http/body/download.ts';
import type { Handlers, RequestContext } from '../../../http/exchange.ts';
import type { EntryOfBatch } from '../existing.ts';
import type { SoilServices } from '../services.ts';
import { refuseUnlessCompleted } from './completed.ts';
import { drawSoilMap } from './draw-map.ts';
import type { resultEndpoints } from './endpoints.ts';

export const resultHandlers: Handlers<typeof resultEndpoints, SoilServices> = {
  downloadSoilGeojson: ({ found, owner, request }, services) =>
    made(request, owner.id, found.entry, soilFiles.standard, services),

  downloadSoilCanonical: ({ found, owner, request }, services) =>
    made(request, owner.id, found.entry, soilFiles.canonical, services),

  drawSoilMap,

  /** Until a worker has opened it, the zip is only where it came in. */
  async downloadSoilRaw({ found, owner, request }, { files, downloads }) {
    const { batch, entry } = found.entry;
    const kept = soilKey(owner.id, batch.svcUserId, { batchId: batch.id, entryId: entry.id }, soilFiles.raw);
    for (const key of [kept, incomingKey(owner.id, batch.svcUserId, batch.id, entry.id, incomingSoil)]) {
      if (!(await files.has(key))) continue;
      return downloadAnswer(request, await downloads.address(key, entry.fileName));
    }
    throw new Problem('notFound', 'The zip of this entry is no longer stored.', { errorKey: 'originalNotFound' });
  },
};

/** Answers a file that was made of an entry. */
async function made(
  request: RequestContext,
  ownerId: string,
  { batch, entry }: EntryOfBatch,
  name: string,
  { downloads }: SoilServices,
) {
  refuseUnlessCompleted(entry);
  const key = soilKey(ownerId, batch.svcUserId, { batchId: batch.id, entryId: entry.id }, name);
  const fileName = `${entry.fileName.replace(/\.zip$/i, '')}.${name}`;
  return downloadAnswer(request, await downloads.address(key, fileName));
}
