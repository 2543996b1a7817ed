import type { Handler } from '../../../http/exchange.ts';
import { listedFor } from '../../../http/listed.ts';
import { pageHeaders } from '../../../http/page-headers.ts';
import { pageOf } from '../../../http/parameters.ts';
import type { operationsApi } from '../api.ts';
import type { OperationsServices } from '../services.ts';

export const listBatches: Handler<typeof operationsApi.operations.listBatches, OperationsServices> = async (
  { query, owner, request },
  { batches, users },
) => {
  const asked = listedFor(owner, { users }, pageOf(query));
  const page = await batches.list(owner.id, query.svcUserId, asked);
  return {
    status: 200,
    headers: pageHeaders(request, asked, page),
    body: page.items,
  };
};
