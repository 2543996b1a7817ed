import { notFound } from '../../../domain/errors.ts';
import { batchKey } from '../../../domain/files/object-keys.ts';
import { downloadAnswer } from '../../http/download.ts';
import type { Handler } from '../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import { existingBatch } from '../existing.ts';
import type { OperationsServices } from '../services.ts';

export const downloadBatch: Handler<typeof operationsApi.operations.downloadBatch, OperationsServices> = async (
  { params, owner, request },
  services,
) => {
  const { id, svcUserId, fileName, status } = await existingBatch(owner.id, params.batchId, services);
  // It is kept for good once somebody has looked into it.
  if (status === 'RECEIVED') throw notFound('stored batch', id);
  const address = await services.downloads.address(batchKey(owner.id, svcUserId, id, fileName), fileName);
  return downloadAnswer(request, address);
};
