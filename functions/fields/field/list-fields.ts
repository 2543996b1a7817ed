import type * as z from 'zod';
import type { FieldFilter } from '../../../domain/fields/field-store.ts';
import type { Handler } from '../../http/exchange.ts';
import { pageHeaders, refuseDeepPage } from '../../http/page-headers.ts';
import { pageOf } from '../../http/parameters.ts';
import { fieldsApi } from '../api.ts';
import { ofExistingUsers } from '../existing-user.ts';
import type { FieldsServices } from '../services.ts';

type Query = z.output<typeof fieldsApi.operations.listFields.query>;

export const listFields: Handler<typeof fieldsApi.operations.listFields, FieldsServices> = async (
  { query, owner, request },
  services,
) => {
  const asked = pageOf(query);
  refuseDeepPage(asked);
  const { fields } = services;
  const page = asksForFiles(query)
    ? { items: [], total: 0 }
    : await fields.list(owner.id, filterOf(query), asked, query.legacy ? 'withShapes' : undefined);
  return {
    status: 200,
    headers: pageHeaders(request, `${fieldsApi.base}/fields`, asked, page),
    body: await ofExistingUsers(owner.id, page.items, services),
  };
};

/** No field has a file of machine work until machine files are taken in. */
function asksForFiles(query: Query): boolean {
  return [
    query.operationType,
    query.operationProvider,
    query.operationStartTime,
    query.operationEndTime,
    query.operationCrop,
    query.operationVariety,
  ].some((value) => value !== undefined);
}

function filterOf(query: Query): FieldFilter {
  const { page, size, sort, cursor, legacy, ...filters } = query;
  const {
    operationType,
    operationProvider,
    operationStartTime,
    operationEndTime,
    operationCrop,
    operationVariety,
    ...filter
  } = filters;
  return filter;
}
