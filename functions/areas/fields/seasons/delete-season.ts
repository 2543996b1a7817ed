import { notFound } from '../../../../domain/errors.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

export const deleteSeason: Handler<typeof fieldsApi.operations.deleteSeason, FieldsServices> = async (
  { params, owner },
  services,
) => {
  const { svcUserId, seasonId } = params;
  await existingUser(owner.id, svcUserId, services);
  if (!(await services.seasons.remove(owner.id, svcUserId, seasonId))) throw notFound('season', seasonId);
  return { status: 204 };
};
