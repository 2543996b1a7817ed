import { notFound } from '../../../../domain/errors.ts';
import { operationKey } from '../../../../domain/files/object-keys.ts';
import { operationArtefacts } from '../../../../domain/operations/operation.ts';
import { downloadAnswer } from '../../../http/download.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import { existingOperation } from '../existing.ts';
import type { OperationsServices } from '../services.ts';

export const downloadOperationArtefact: Handler<
  typeof operationsApi.operations.downloadOperationArtefact,
  OperationsServices
> = async ({ params, owner, request }, services) => {
  const { operationArtefact: artefact } = params;
  const { id, svcUserId, type, artefacts } = await existingOperation(owner.id, params.operationId, services);
  if (!artefacts.includes(artefact)) throw notFound('artefact', artefact);
  const { file } = operationArtefacts[artefact];
  const key = operationKey(owner.id, svcUserId, id, file);
  return downloadAnswer(request, await services.downloads.address(key, `${type}-${file}`));
};
