import type * as z from 'zod';
import type { FieldName } from '../../../../domain/fields/field-store.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { type PageRequest, selection } from '../../../../domain/paging.ts';
import type { Handler, RequestContext } from '../../../http/exchange.ts';
import type { fieldsApi } from '../api.ts';
import { existingField } from '../existing-field.ts';
import type { FieldsServices } from '../services.ts';
import { isOfField, operationFile, wantedBy } from './operation-file.ts';
import type { operationFileOperations } from './operations.ts';

type Operations = typeof fieldsApi.operations;
type FileQuery = z.output<typeof operationFileOperations.listOperationFiles.query>;

export const listOperationFiles: Handler<Operations['listOperationFiles'], FieldsServices> = async (
  { params, query, asked, owner, request },
  services,
) => {
  await existingField(owner.id, params, services);
  return filesOf({ ...params, ownerId: owner.id }, { query, asked, request }, services);
};

/** The deprecated path of the same list. */
export const listOperations: Handler<Operations['listOperations'], FieldsServices> = async (
  { params, query, asked, owner, request },
  services,
) => {
  await existingField(owner.id, params, services);
  return filesOf({ ...params, ownerId: owner.id }, { query, asked, request }, services);
};

async function filesOf(
  { ownerId, svcUserId, fieldId }: FieldName & { ownerId: string },
  { query, asked, request }: { query: FileQuery; asked: PageRequest; request: RequestContext },
  { machineFiles }: FieldsServices,
) {
  const isWanted = wantedBy(query);
  const wants = (file: MachineFile) => isOfField(file, fieldId) && isWanted(file);
  const shown = selection(request.path, { ...query, fieldId }, wants);
  const page = await machineFiles.list(ownerId, svcUserId, shown, asked);
  const body = page.items.map(operationFile);
  return { status: 200 as const, page, body };
}
