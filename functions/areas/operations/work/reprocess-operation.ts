import type { Handler } from '../../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import { existingOperation } from '../existing.ts';
import type { OperationsServices } from '../services.ts';

export const reprocessOperation: Handler<
  typeof operationsApi.operations.reprocessOperation,
  OperationsServices
> = async ({ params, owner }, services) => {
  const { id, svcUserId } = await existingOperation(owner.id, params.operationId, services);
  await services.queue.send({ step: 'group', ownerId: owner.id, svcUserId, again: id });
  return { status: 202 };
};
