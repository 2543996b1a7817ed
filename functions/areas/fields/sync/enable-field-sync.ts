import { notFound } from '../../../../domain/errors.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

export const enableFieldSync: Handler<typeof fieldsApi.operations.enableFieldSync, FieldsServices> = async (
  { params, owner },
  services,
) => {
  const { svcUserId, id } = params;
  await existingUser(owner.id, svcUserId, services);
  await services.sync.enable(owner.id, svcUserId, [id]);
  const field = await services.fields.get(owner.id, svcUserId, id);
  if (!field) throw notFound('field', id);
  return { status: 200, body: field };
};
