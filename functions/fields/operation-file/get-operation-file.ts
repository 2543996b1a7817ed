import { notFound } from '../../../domain/errors.ts';
import type { Handler } from '../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { existingField } from '../existing-field.ts';
import type { FieldsServices } from '../services.ts';

type Operations = typeof fieldsApi.operations;

/** No id names a file until machine files are taken in. */
export const getOperationFile: Handler<Operations['getOperationFile'], FieldsServices> = async (
  { params, owner },
  services,
) => {
  await existingField(owner.id, params, services);
  throw notFound('operation file', params.fileId);
};

/** The deprecated path of the same file. */
export const getOperation: Handler<Operations['getOperation'], FieldsServices> = async (
  { params, owner },
  services,
) => {
  await existingField(owner.id, params, services);
  throw notFound('operation file', params.fileId);
};
