import { notFound } from '../../../../domain/errors.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import type { OperationsServices } from '../services.ts';

/** Fields that are not there have no operations. */
export const reprocessOperations: Handler<
  typeof operationsApi.operations.reprocessOperations,
  OperationsServices
> = async ({ body: { svcUserId, fieldIds }, owner }, { queue, users }) => {
  if (!(await users.get(owner.id, svcUserId))) throw notFound('user', svcUserId);
  const named = fieldIds && { fieldIds: [...new Set(fieldIds)] };
  await queue.send({ step: 'reprocessOperations', ownerId: owner.id, svcUserId, ...named });
  return { status: 202 };
};
