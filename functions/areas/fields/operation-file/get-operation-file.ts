import { notFound } from '../../../../domain/errors.ts';
import type { FieldName } from '../../../../domain/fields/field-store.ts';
import type { Handler } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { existingField } from '../existing-field.ts';
import type { FieldsServices } from '../services.ts';
import { isOfField, operationFile } from './operation-file.ts';

type Operations = typeof fieldsApi.operations;

export const getOperationFile: Handler<Operations['getOperationFile'], FieldsServices> = async (
  { params, owner },
  services,
) => ({ status: 200, body: await fileOf(owner.id, params, services) });

/** The deprecated path of the same file. */
export const getOperation: Handler<Operations['getOperation'], FieldsServices> = async (
  { params, owner },
  services,
) => ({ status: 200, body: await fileOf(owner.id, params, services) });

async function fileOf(ownerId: string, params: FieldName & { fileId: string }, services: FieldsServices) {
  await existingField(ownerId, params, services);
  const file = await services.machineFiles.get(ownerId, params.fileId);
  const isShown = file && file.svcUserId === params.svcUserId && isOfField(file, params.fieldId);
  if (!isShown) throw notFound('operation file', params.fileId);
  return operationFile(file);
}
