import { selection } from '../../../../domain/paging.ts';
import type { Handler } from '../../../http/exchange.ts';
import { listedFor } from '../../../http/listed.ts';
import type { operationsApi } from '../api.ts';
import type { OperationsServices } from '../services.ts';
import { wantedBy } from './file-filter.ts';
import { shownFile } from './show.ts';

export const listFiles: Handler<typeof operationsApi.operations.listFiles, OperationsServices> = async (
  { query, asked, owner, request },
  services,
) => {
  const { batches, machineFiles } = services;
  const listed = listedFor(owner, services, asked);
  const shown = selection('files', query, wantedBy(query));
  // A batch names its files, which are fewer than all.
  const batch = query.batchId === undefined ? undefined : await batches.get(owner.id, query.batchId);
  const known = query.fileId !== undefined ? [query.fileId] : query.batchId && (batch?.svcFiles ?? []);
  const page = known
    ? await machineFiles.listAmong(owner.id, known, shown, listed)
    : await machineFiles.list(owner.id, query.svcUserId, shown, listed);
  return {
    status: 200,
    page,
    body: page.items.map((file) => shownFile(request, owner.username, file)),
  };
};
