import { Problem } from '../../../../domain/errors.ts';
import { incomingKey, incomingMachineFiles } from '../../../../domain/files/object-keys.ts';
import type { StoredBatch } from '../../../../domain/machine-files/batch-store.ts';
import { receivedBatch, receivedBatchDeadline } from '../../../../domain/machine-files/received-batch.ts';
import { plainFileName } from '../../../http/body/file-name.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { Run } from '../../../http/steps/once.ts';
import type { operationsApi } from '../api.ts';
import type { OperationsServices } from '../services.ts';

/** The record comes first: a file without one would be lost without a word, a record without a file ends as FAILED. */
export const createBatch: Handler<typeof operationsApi.endpoints.createBatch, OperationsServices> = async (
  { query, body, owner, once },
  { batches, clock, files, newId },
) => {
  const { svcUserId, provider, crop } = query;
  const fileName = plainFileName(body.fileName);

  const put = async (batch: StoredBatch, { isKeyed }: Run) => {
    try {
      const key = incomingKey(owner.id, svcUserId, batch.id, fileName, incomingMachineFiles);
      await files.put(key, body.content, body.contentType);
    } catch (cause) {
      const statusDetails = 'The file could not be stored.';
      // A request that is repeated with its key stores the file of the same batch.
      if (!isKeyed) await batches.change(owner.id, { ...batch, status: 'FAILED', statusDetails }, ['RECEIVED']);
      throw new Problem('unavailable', `${statusDetails} Send it again.`, { cause, retryAfterSeconds: 5 });
    }
  };

  return once<StoredBatch>(
    async (commit) => {
      const now = clock.now();
      const size = body.content.length;
      const received = { id: newId(), svcUserId, provider, crop, fileName, size, ownerName: owner.username };
      const batch = receivedBatch(received, now);
      await batches.create(owner.id, batch, receivedBatchDeadline(now), await commit(batch));
      return batch;
    },
    async (batch, run) => {
      const isOpened = run.isRepeated && (await batches.get(owner.id, batch.id))?.status !== 'RECEIVED';
      if (!isOpened) await put(batch, run);
      return { status: 201, body: batch };
    },
  );
};
