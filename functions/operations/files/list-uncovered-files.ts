import { sortedInMemoryUpTo } from '../../../domain/paging.ts';
import type { Handler } from '../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import type { OperationsServices } from '../services.ts';

export const listUncoveredFiles: Handler<
  typeof operationsApi.operations.listUncoveredFiles,
  OperationsServices
> = async ({ query: { svcUserId }, owner }, { machineFiles, users }) => {
  if (!(await users.get(owner.id, svcUserId))) return { status: 200, body: { files: [] } };
  const { items } = await machineFiles.list(
    owner.id,
    svcUserId,
    ({ status, fields }) => status === 'processed' && fields.length === 0,
    { page: 0, size: sortedInMemoryUpTo, sort: [] },
  );
  return { status: 200, body: { files: items.map(({ id }) => id) } };
};
