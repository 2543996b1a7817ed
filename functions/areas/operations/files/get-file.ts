import { existingFile } from '../../../../domain/machine-files/existing-file.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import type { OperationsServices } from '../services.ts';
import { shownFile } from './show.ts';

export const getFile: Handler<typeof operationsApi.operations.getFile, OperationsServices> = async (
  { params, owner, request },
  services,
) => {
  const file = await existingFile(owner.id, params.fileId, services);
  return { status: 200, body: shownFile(request, owner.username, file) };
};
