import type { Handler } from '../../http/exchange.ts';
import { pageHeaders, refuseDeepPage } from '../../http/page-headers.ts';
import { pageOf } from '../../http/parameters.ts';
import { fieldsApi } from '../api.ts';
import { existingField } from '../existing-field.ts';
import type { FieldsServices } from '../services.ts';

export const listBoundaries: Handler<typeof fieldsApi.operations.listBoundaries, FieldsServices> = async (
  { params, query, owner, request },
  services,
) => {
  const { svcUserId, fieldId } = params;
  const asked = pageOf(query);
  refuseDeepPage(asked);
  await existingField(owner.id, params, services);
  const page = await services.fields.boundaries(owner.id, svcUserId, fieldId, asked);
  const path = `${fieldsApi.base}/users/${svcUserId}/fields/${fieldId}/boundaries`;
  return { status: 200, headers: pageHeaders(request, path, asked, page), body: page.items };
};
