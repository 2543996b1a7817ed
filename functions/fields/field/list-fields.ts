import type { Handler } from '../../http/exchange.ts';
import { pageHeaders, refuseDeepPage } from '../../http/page-headers.ts';
import { pageOf } from '../../http/parameters.ts';
import { fieldsApi } from '../api.ts';
import type { FieldsServices } from '../services.ts';

export const listFields: Handler<typeof fieldsApi.operations.listFields, FieldsServices> = async (
  { query, owner, request },
  { fields, users },
) => {
  const { page: _page, size: _size, sort: _sort, cursor: _cursor, ...filter } = query;
  const asked = pageOf(query);
  refuseDeepPage(asked);
  const page = await fields.list(owner.id, filter, asked);
  const existing = await users.existing(
    owner.id,
    page.items.map(({ svcUserId }) => svcUserId),
  );
  return {
    status: 200,
    headers: pageHeaders(request, `${fieldsApi.base}/fields`, asked, page),
    body: page.items.filter(({ svcUserId }) => existing.has(svcUserId)),
  };
};
