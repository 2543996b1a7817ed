import { Problem } from '../../../../domain/errors.ts';
import { batchKey, incomingKey, incomingMachineFiles } from '../../../../domain/files/object-keys.ts';
import { downloadAnswer } from '../../../http/download.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import { existingBatch } from '../existing.ts';
import type { OperationsServices } from '../services.ts';

/** Until somebody has looked into it, the file is only where it came in. */
export const downloadBatch: Handler<typeof operationsApi.operations.downloadBatch, OperationsServices> = async (
  { params, owner, request },
  services,
) => {
  const { id, svcUserId, fileName } = await existingBatch(owner.id, params.batchId, services);
  const kept = batchKey(owner.id, svcUserId, id, fileName);
  for (const key of [kept, incomingKey(owner.id, svcUserId, id, fileName, incomingMachineFiles)]) {
    if (!(await services.files.has(key))) continue;
    return downloadAnswer(request, await services.downloads.address(key, fileName));
  }
  throw new Problem('notFound', 'The file of this batch is not here.', { errorKey: 'originalNotFound' });
};
