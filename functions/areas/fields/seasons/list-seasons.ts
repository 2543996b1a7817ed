import type { Handler } from '../../../http/exchange.ts';
import { pageHeaders } from '../../../http/page-headers.ts';
import { pageOf } from '../../../http/parameters.ts';
import type { fieldsApi } from '../api.ts';
import { existingUser } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

export const listSeasons: Handler<typeof fieldsApi.operations.listSeasons, FieldsServices> = async (
  { params, query, owner, request },
  services,
) => {
  const { svcUserId } = params;
  const asked = pageOf(query);
  await existingUser(owner.id, svcUserId, services);
  const page = await services.seasons.list(owner.id, svcUserId, query.fieldId, asked);
  return { status: 200, headers: pageHeaders(request, asked, page), body: page.items };
};
