import { notFound } from '../../../../domain/errors.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

export const getField: Handler<typeof fieldsApi.operations.getField, FieldsServices> = async (
  { params, owner },
  services,
) => {
  await existingUser(owner.id, params.svcUserId, services);
  const field = await services.fields.get(owner.id, params.svcUserId, params.id);
  if (!field) throw notFound('field', params.id);
  return { status: 200, body: field };
};
