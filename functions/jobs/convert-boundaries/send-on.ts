import { type Clock, type DerivedId, timestamp } from '../../../domain/clock.ts';
import { incomingKey, incomingMachineFiles, incomingSoil, originalKey } from '../../../domain/files/object-keys.ts';
import type { ObjectStore } from '../../../domain/files/object-store.ts';
import type { BatchStore } from '../../../domain/machine-files/batch-store.ts';
import { receivedBatch, receivedBatchDeadline } from '../../../domain/machine-files/received-batch.ts';
import { receivedSoilBatch, soilDeadline } from '../../../domain/soil/batch/soil-batch.ts';
import type { SoilBatchStore } from '../../../domain/soil/batch/soil-batch-store.ts';
import type { Upload } from '../../../domain/uploads/upload.ts';
import type { ConversionServices } from './services.ts';

interface SendingServices {
  batches: Pick<BatchStore, 'create'>;
  soil: Pick<SoilBatchStore, 'create'>;
  files: Pick<ObjectStore, 'copy'>;
  clock: Clock;
  derivedId: DerivedId;
}

/**
 * Makes batches of what is in an upload of any kind beside boundaries: each of the whole file, of which its reader leaves out what others read. The record
 * comes before the file, as for any batch.
 */
export function sendersOn({
  batches,
  soil,
  files,
  clock,
  derivedId,
}: SendingServices): Pick<ConversionServices, 'sendMachineData' | 'sendSoilResults'> {
  const copy = (ownerId: string, { id, svcUserId, fileName }: Upload, to: [id: string, name: string, kind: string]) =>
    files.copy(originalKey(ownerId, svcUserId, id, fileName), incomingKey(ownerId, svcUserId, ...to));

  return {
    async sendMachineData(ownerId, upload) {
      const { id: uploadId, svcUserId, fileName, sizeBytes: size = 0, anything } = upload;
      const id = derivedId(uploadId, 'batch');
      const now = clock.now();
      const received = { id, uploadId, svcUserId, fileName, size, ownerName: anything?.ownerName ?? '' };
      await batches.create(ownerId, receivedBatch(received, now), receivedBatchDeadline(now));
      await copy(ownerId, upload, [id, fileName, incomingMachineFiles]);
      return id;
    },

    async sendSoilResults(ownerId, upload) {
      const { id: uploadId, svcUserId, fileName, sizeBytes = 0 } = upload;
      const [id, entryId] = [derivedId(uploadId, 'soil batch'), derivedId(uploadId, 'soil entry')];
      const now = clock.now();
      const received = { id, svcUserId, uploadId, files: [{ id: entryId, fileName, sizeBytes }] };
      await soil.create(ownerId, receivedSoilBatch(received, timestamp(now)), soilDeadline(now));
      await copy(ownerId, upload, [id, entryId, incomingSoil]);
      return id;
    },
  };
}
