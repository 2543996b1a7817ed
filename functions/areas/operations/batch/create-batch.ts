import { Problem } from '../../../../domain/errors.ts';
import { incomingKey, incomingMachineFiles } from '../../../../domain/files/object-keys.ts';
import { receivedBatch, receivedBatchDeadline } from '../../../../domain/machine-files/received-batch.ts';
import { plainFileName } from '../../../http/body/file-name.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import type { OperationsServices } from '../services.ts';

/** The record comes first: a file without one would be lost without a word, a record without a file ends as FAILED. */
export const createBatch: Handler<typeof operationsApi.endpoints.createBatch, OperationsServices> = async (
  { query, body, owner },
  { batches, clock, files, newId },
) => {
  const { svcUserId, provider, crop } = query;
  const fileName = plainFileName(body.fileName);
  const now = clock.now();
  const size = body.content.length;
  const received = { id: newId(), svcUserId, provider, crop, fileName, size, ownerName: owner.username };
  const batch = receivedBatch(received, now);
  await batches.create(owner.id, batch, receivedBatchDeadline(now));
  try {
    const key = incomingKey(owner.id, svcUserId, batch.id, fileName, incomingMachineFiles);
    await files.put(key, body.content, body.contentType);
  } catch (cause) {
    const statusDetails = 'The file could not be stored.';
    await batches.change(owner.id, { ...batch, status: 'FAILED', statusDetails }, ['RECEIVED']);
    throw new Problem('unavailable', `${statusDetails} Send it again.`, { cause, retryAfterSeconds: 5 });
  }
  return { status: 201, body: batch };
};
