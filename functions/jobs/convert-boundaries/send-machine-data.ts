import type { Clock, DerivedId } from '../../../domain/clock.ts';
import { incomingKey, incomingMachineFiles, originalKey } from '../../../domain/files/object-keys.ts';
import type { ObjectStore } from '../../../domain/files/object-store.ts';
import type { BatchStore } from '../../../domain/machine-files/batch-store.ts';
import { receivedBatch, receivedBatchDeadline } from '../../../domain/machine-files/received-batch.ts';
import type { ConversionServices } from './services.ts';

interface SendingServices {
  batches: Pick<BatchStore, 'create'>;
  files: Pick<ObjectStore, 'copy'>;
  clock: Clock;
  derivedId: DerivedId;
}

/**
 * Makes a batch of the machine data that is in an upload of any kind: of the whole file, of which the batch leaves out what is read here. The
 * record comes before the file, as for any batch.
 */
export function machineDataSender({
  batches,
  files,
  clock,
  derivedId,
}: SendingServices): ConversionServices['sendMachineData'] {
  return async (ownerId, { id: uploadId, svcUserId, fileName, sizeBytes: size = 0, anything }) => {
    const id = derivedId(uploadId, 'batch');
    const now = clock.now();
    const received = { id, uploadId, svcUserId, fileName, size, ownerName: anything?.ownerName ?? '' };
    await batches.create(ownerId, receivedBatch(received, now), receivedBatchDeadline(now));
    const original = originalKey(ownerId, svcUserId, uploadId, fileName);
    await files.copy(original, incomingKey(ownerId, svcUserId, id, fileName, incomingMachineFiles));
    return id;
  };
}
