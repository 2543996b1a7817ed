import { cursorInvalid } from '../../../adapters/cursor.ts';
import type { FieldName } from '../../../domain/fields/field-store.ts';
import type { PageRequest } from '../../../domain/paging.ts';
import type { Handler, RequestContext } from '../../http/exchange.ts';
import { pageHeaders, refuseDeepPage } from '../../http/page-headers.ts';
import { pageOf } from '../../http/parameters.ts';
import { fieldsApi } from '../api.ts';
import { existingField } from '../existing-field.ts';
import type { FieldsServices } from '../services.ts';

type Operations = typeof fieldsApi.operations;

export const listOperationFiles: Handler<Operations['listOperationFiles'], FieldsServices> = async (
  { params, query, owner, request },
  services,
) => {
  await existingField(owner.id, params, services);
  return noFiles(request, params, 'operations/files', pageOf(query));
};

/** The deprecated path of the same list. */
export const listOperations: Handler<Operations['listOperations'], FieldsServices> = async (
  { params, query, owner, request },
  services,
) => {
  await existingField(owner.id, params, services);
  return noFiles(request, params, 'operations', pageOf(query));
};

/** Every field is without files until machine files are taken in, so that no page has ever given out a cursor. */
function noFiles(request: RequestContext, { svcUserId, fieldId }: FieldName, path: string, asked: PageRequest) {
  refuseDeepPage(asked);
  if (asked.cursor !== undefined) throw cursorInvalid();
  const address = `${fieldsApi.base}/users/${svcUserId}/fields/${fieldId}/${path}`;
  return { status: 200 as const, headers: pageHeaders(request, address, asked, { items: [], total: 0 }), body: [] };
}
