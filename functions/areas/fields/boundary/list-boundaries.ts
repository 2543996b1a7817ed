import type { Handler } from '../../../http/exchange.ts';
import { pageHeaders } from '../../../http/page-headers.ts';
import { pageOf } from '../../../http/parameters.ts';
import type { fieldsApi } from '../api.ts';
import { existingField } from '../existing-field.ts';
import type { FieldsServices } from '../services.ts';

export const listBoundaries: Handler<typeof fieldsApi.operations.listBoundaries, FieldsServices> = async (
  { params, query, owner, request },
  services,
) => {
  const { svcUserId, fieldId } = params;
  const asked = pageOf(query);
  await existingField(owner.id, params, services);
  const page = await services.fields.boundaries(owner.id, svcUserId, fieldId, asked);
  return { status: 200, headers: pageHeaders(request, asked, page), body: page.items };
};
