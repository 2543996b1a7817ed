import { notFound } from '../../../../domain/errors.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

export const getBoundary: Handler<typeof fieldsApi.operations.getBoundary, FieldsServices> = async (
  { params, owner },
  services,
) => {
  const { svcUserId, fieldId, boundaryId } = params;
  await existingUser(owner.id, svcUserId, services);
  const boundary = await services.fields.boundary(owner.id, svcUserId, fieldId, boundaryId);
  if (!boundary) throw notFound('boundary', boundaryId);
  return { status: 200, body: boundary };
};
