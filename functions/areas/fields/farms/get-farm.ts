import { notFound } from '../../../../domain/errors.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

export const getFarm: Handler<typeof fieldsApi.operations.getFarm, FieldsServices> = async (
  { params, owner },
  services,
) => {
  await existingUser(owner.id, params.svcUserId, services);
  const farm = await services.farms.get(owner.id, params.svcUserId, params.id);
  if (!farm) throw notFound('farm', params.id);
  return { status: 200, body: farm };
};
