import type { Handler } from '../../../http/exchange.ts';
import type { operationsApi } from '../api.ts';
import { existingOperation } from '../existing.ts';
import { startCombinedFile } from '../files/combined-file.ts';
import type { OperationsServices } from '../services.ts';

/** The points of an operation that lie in its fields become a file of their own; the operation stays. */
export const cropOperationByField: Handler<
  typeof operationsApi.operations.cropOperationByField,
  OperationsServices
> = async ({ body, owner }, services) => {
  const { id, type, files, fields } = await existingOperation(owner.id, body.id, services);
  const sources = await services.machineFiles.many(owner.id, files);
  const cropFields = fields.map((field) => field.id);
  const members = { origin: 'automerged', fileName: `${type}, cropped`, cropFields } as const;
  const svcFileId = await startCombinedFile(owner.id, sources, members, services);
  const message =
    'The points in the fields of the operation are becoming a file; it is here when its status is processed.';
  return { status: 200, body: { id, message, svcFileId } };
};
