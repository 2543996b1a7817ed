import { everyRow, selection } from '../../../domain/paging.ts';
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
    selection('uncovered', {}, ({ status, fields }) => status === 'processed' && fields.length === 0),
    everyRow,
  );
  return { status: 200, body: { files: items.map(({ id }) => id) } };
};
