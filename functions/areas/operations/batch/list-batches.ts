import type { Handler } from '../../../http/exchange.ts';
import { listedFor } from '../../../http/listed.ts';
import type { operationsApi } from '../api.ts';
import type { OperationsServices } from '../services.ts';

export const listBatches: Handler<typeof operationsApi.operations.listBatches, OperationsServices> = async (
  { query, asked, owner },
  { batches, users },
) => {
  const page = await batches.list(owner.id, query.svcUserId, listedFor(owner, { users }, asked));
  return {
    status: 200,
    page,
    body: page.items,
  };
};
