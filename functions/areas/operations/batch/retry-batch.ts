import { timestamp } from '../../../../domain/clock.ts';
import { Problem } from '../../../../domain/errors.ts';
import type { StoredBatch } from '../../../../domain/machine-files/batch-store.ts';
import { cropName } from '../../../../domain/machine-files/crop.ts';
import { receivedBatchDeadline } from '../../../../domain/machine-files/received-batch.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import { existingBatch } from '../existing.ts';
import type { OperationsServices } from '../services.ts';

/** The record goes back first; a message that is lost then leaves a batch that the sweep ends. */
export const retryBatch: Handler<typeof operationsApi.operations.retryBatch, OperationsServices> = async (
  { params, query, owner },
  services,
) => {
  const { statusDetails: _, ...before } = await existingBatch(owner.id, params.batchId, services);
  const now = services.clock.now();
  const named = query.crop !== undefined && { crop: cropName(query.crop) };
  const batch: StoredBatch = { ...before, ...named, status: 'RECEIVED', askedTime: timestamp(now) };
  if (!(await services.batches.change(owner.id, batch, ['PROCESSED', 'FAILED'], receivedBatchDeadline(now)))) {
    const detail = `The batch is ${before.status}. Retry it when it is PROCESSED or FAILED.`;
    throw new Problem('conflict', detail, { errorKey: 'batchNotEnded' });
  }
  await services.queue.send({ step: 'inspect', ownerId: owner.id, batchId: batch.id });
  return { status: 200, body: batch };
};
