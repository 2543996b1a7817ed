import type { Handler } from '../../http/exchange.ts';
import { pageHeaders, refuseDeepPage } from '../../http/page-headers.ts';
import { pageOf } from '../../http/parameters.ts';
import { operationsApi } from '../api.ts';
import type { OperationsServices } from '../services.ts';

export const listBatches: Handler<typeof operationsApi.operations.listBatches, OperationsServices> = async (
  { query, owner, request },
  { batches, users },
) => {
  const asked = pageOf(query);
  refuseDeepPage(asked);
  const page = await batches.list(owner.id, query.svcUserId, asked);
  const existing = await users.existing(
    owner.id,
    page.items.map(({ svcUserId }) => svcUserId),
  );
  return {
    status: 200,
    headers: pageHeaders(request, `${operationsApi.base}/batch`, asked, page),
    body: page.items.filter(({ svcUserId }) => existing.has(svcUserId)),
  };
};
