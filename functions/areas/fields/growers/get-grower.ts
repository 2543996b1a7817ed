import { notFound } from '../../../../domain/errors.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

export const getGrower: Handler<typeof fieldsApi.operations.getGrower, FieldsServices> = async (
  { params, owner },
  services,
) => {
  await existingUser(owner.id, params.svcUserId, services);
  const grower = await services.growers.get(owner.id, params.svcUserId, params.id);
  if (!grower) throw notFound('grower', params.id);
  return { status: 200, body: grower };
};
