import { notFound, Problem } from '../../../../domain/errors.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

export const getActiveBoundary: Handler<typeof fieldsApi.operations.getActiveBoundary, FieldsServices> = async (
  { params, owner },
  services,
) => {
  const { svcUserId, fieldId } = params;
  await existingUser(owner.id, svcUserId, services);
  const boundary = await services.fields.activeBoundary(owner.id, svcUserId, fieldId);
  if (boundary) return { status: 200, body: boundary };
  if (!(await services.fields.has(owner.id, svcUserId, fieldId))) throw notFound('field', fieldId);
  throw new Problem('notFound', `The field ${fieldId} has no active boundary.`, { errorKey: 'noActiveBoundary' });
};
