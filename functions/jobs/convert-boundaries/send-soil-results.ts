import { type Clock, type DerivedId, timestamp } from '../../../domain/clock.ts';
import { incomingKey, incomingSoil, originalKey } from '../../../domain/files/object-keys.ts';
import type { ObjectStore } from '../../../domain/files/object-store.ts';
import { receivedSoilBatch, soilDeadline } from '../../../domain/soil/batch/soil-batch.ts';
import type { SoilBatchStore } from '../../../domain/soil/batch/soil-batch-store.ts';
import type { ConversionServices } from './services.ts';

interface SendingServices {
  soil: Pick<SoilBatchStore, 'create'>;
  files: Pick<ObjectStore, 'copy'>;
  clock: Clock;
  derivedId: DerivedId;
}

/**
 * Makes a batch of the soil results that are in an upload of any kind: of the whole file, of which the reader of soil results leaves out what is read here. The
 * record comes before the file, as for any batch.
 */
export function soilResultsSender({
  soil,
  files,
  clock,
  derivedId,
}: SendingServices): ConversionServices['sendSoilResults'] {
  return async (ownerId, { id: uploadId, svcUserId, fileName, sizeBytes = 0 }) => {
    const id = derivedId(uploadId, 'soil batch');
    const entryId = derivedId(uploadId, 'soil entry');
    const now = clock.now();
    const received = { id, svcUserId, uploadId, files: [{ id: entryId, fileName, sizeBytes }] };
    await soil.create(ownerId, receivedSoilBatch(received, timestamp(now)), soilDeadline(now));
    const original = originalKey(ownerId, svcUserId, uploadId, fileName);
    await files.copy(original, incomingKey(ownerId, svcUserId, id, entryId, incomingSoil));
    return id;
  };
}
