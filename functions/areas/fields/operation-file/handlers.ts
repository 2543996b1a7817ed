import type * as z from 'zod';
import type { FieldName } from '../../../../domain/fields/field-store.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import { type PageRequest, selection } from '../../../../domain/paging.ts';
import type { Handlers, RequestContext } from '../../../http/exchange.ts';
import type { FieldsServices } from '../services.ts';
import type { operationFileEndpoints } from './endpoints.ts';
import { isOfField, operationFile, wantedBy } from './operation-file.ts';

/** Each list and each file has a deprecated path as well. */
export const operationFileHandlers: Handlers<typeof operationFileEndpoints, FieldsServices> = {
  listOperationFiles({ params, owner, ...wanted }, services) {
    return filesOf({ ...params, ownerId: owner.id }, wanted, services);
  },

  async getOperationFile({ found }) {
    return { status: 200, body: operationFile(found.file) };
  },

  listOperations({ params, owner, ...wanted }, services) {
    return filesOf({ ...params, ownerId: owner.id }, wanted, services);
  },

  async getOperation({ found }) {
    return { status: 200, body: operationFile(found.file) };
  },
};

type FileQuery = z.output<typeof operationFileEndpoints.listOperationFiles.query>;

async function filesOf(
  { ownerId, svcUserId, fieldId }: FieldName & { ownerId: string },
  { query, asked, request }: { query: FileQuery; asked: PageRequest; request: RequestContext },
  { machineFiles }: FieldsServices,
) {
  const isWanted = wantedBy(query);
  const wants = (file: MachineFile) => isOfField(file, fieldId) && isWanted(file);
  const shown = selection(request.path, { ...query, fieldId }, wants);
  const page = await machineFiles.list(ownerId, svcUserId, shown, asked);
  return { status: 200 as const, page, body: page.items.map(operationFile) };
}
