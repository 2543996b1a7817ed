import type { Handler } from '../../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import { existingBatch } from '../existing.ts';
import type { OperationsServices } from '../services.ts';

export const getBatch: Handler<typeof operationsApi.operations.getBatch, OperationsServices> = async (
  { params, owner },
  services,
) => ({ status: 200, body: await existingBatch(owner.id, params.batchId, services) });
