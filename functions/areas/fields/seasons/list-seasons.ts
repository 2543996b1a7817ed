import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

export const listSeasons: Handler<typeof fieldsApi.operations.listSeasons, FieldsServices> = async (
  { params, query, asked, owner },
  services,
) => {
  const { svcUserId } = params;
  await existingUser(owner.id, svcUserId, services);
  const page = await services.seasons.list(owner.id, svcUserId, query.fieldId, asked);
  return { status: 200, page, body: page.items };
};
