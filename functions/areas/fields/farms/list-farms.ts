import type { Handler } from '../../../http/exchange.ts';
import { listedFor } from '../../../http/listed.ts';
import { pageHeaders } from '../../../http/page-headers.ts';
import { pageOf } from '../../../http/parameters.ts';
import type { fieldsApi } from '../api.ts';
import type { FieldsServices } from '../services.ts';

export const listFarms: Handler<typeof fieldsApi.operations.listFarms, FieldsServices> = async (
  { query, owner, request },
  services,
) => {
  const { page: _page, size: _size, sort: _sort, cursor: _cursor, ...filter } = query;
  const asked = listedFor(owner, services, pageOf(query));
  const page = await services.farms.list(owner.id, filter, asked);
  return {
    status: 200,
    headers: pageHeaders(request, asked, page),
    body: page.items,
  };
};
