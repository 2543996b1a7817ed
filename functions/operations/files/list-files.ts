import type { Handler } from '../../http/exchange.ts';
import { pageHeaders, refuseDeepPage } from '../../http/page-headers.ts';
import { pageOf } from '../../http/parameters.ts';
import { operationsApi } from '../api.ts';
import type { OperationsServices } from '../services.ts';
import { wantedBy } from './file-filter.ts';
import { shownFile } from './show.ts';

export const listFiles: Handler<typeof operationsApi.operations.listFiles, OperationsServices> = async (
  { query, owner, request },
  { batches, machineFiles, users },
) => {
  const asked = pageOf(query);
  refuseDeepPage(asked);
  // A batch names its user, whose files are fewer than all.
  const batch = query.batchId === undefined ? undefined : await batches.get(owner.id, query.batchId);
  const svcUserId = query.svcUserId ?? batch?.svcUserId;
  const page = await machineFiles.list(owner.id, svcUserId, wantedBy(query), asked);
  const existing = await users.existing(
    owner.id,
    page.items.map((file) => file.svcUserId),
  );
  return {
    status: 200,
    headers: pageHeaders(request, `${operationsApi.base}/files`, asked, page),
    body: page.items
      .filter((file) => existing.has(file.svcUserId))
      .map((file) => shownFile(request, owner.username, file)),
  };
};
