import type { Handler } from '../../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import type { OperationsServices } from '../services.ts';

export const listUncoveredFiles: Handler<
  typeof operationsApi.operations.listUncoveredFiles,
  OperationsServices
> = async ({ query: { svcUserId }, owner }, { machineFiles, users }) => {
  const files: string[] = [];
  if (!(await users.get(owner.id, svcUserId))) return { status: 200, body: { files } };
  for await (const { id, status, fields } of machineFiles.each(owner.id, svcUserId)) {
    if (status === 'processed' && fields.length === 0) files.push(id);
  }
  return { status: 200, body: { files } };
};
