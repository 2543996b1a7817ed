import * as z from 'zod';
import { fieldIdSchema } from '../../../../domain/fields/field.ts';
import type { FieldName } from '../../../../domain/fields/field-store.ts';
import { fileOrigins, operationFileSchema, operationTypes } from '../../../../domain/fields/operation-file.ts';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { MachineFileDirectory } from '../../../../domain/machine-files/machine-file-store.ts';
import { inOrder, instant } from '../../../../domain/parameters.ts';
import { providerFilter } from '../../../../domain/providers/provider-filter.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { type Finder, orNotFound, userInPath } from '../../../http/existence.ts';
import { idInPath, pageParameters, userIdInPath } from '../../../http/parameters.ts';
import { fieldInPath } from '../existing-field.ts';
import { isOfField } from './operation-file.ts';

const ofField = z.object({ svcUserId: userIdInPath, fieldId: fieldIdSchema });
const ofFile = ofField.extend({
  fileId: idInPath.describe('Id of the machine file, as the list of the field has it.'),
});
const { sort: _, ...paging } = pageParameters([]);

const query = z
  .strictObject({
    operationType: z.enum(operationTypes).optional().describe('Only files with this kind of work.'),
    provider: providerFilter,
    origin: z
      .enum(fileOrigins)
      .optional()
      .describe(
        'Only files of this origin: uploaded, fetched from a provider, merged on request, or cut out of a field operation.',
      ),
    crop: z.string().max(255).optional().describe('Only files with this crop.'),
    startTime: instant.optional().describe('Only files that started at this time or later.'),
    endTime: instant.optional().describe('Only files that ended at this time or earlier.'),
    ...paging,
  })
  .refine(...inOrder('startTime', 'endTime'));

const listed = { 200: { description: 'One page of files.', schema: z.array(operationFileSchema) } };
const shown = { 200: { description: 'The file.', schema: operationFileSchema } };
const attached =
  'A processed machine file is attached to each field that contains some of its points and that it overlaps by more than `fieldsAttachIntersection`.';

const fileOfField: Finder<
  { params: FieldName & { fileId: string } },
  { machineFiles: Pick<MachineFileDirectory, 'get'> },
  MachineFile
> = async ({ ownerId, params: { svcUserId, fieldId, fileId } }, { machineFiles }) => {
  const file = await machineFiles.get(ownerId, fileId);
  const isShown = file?.svcUserId === svcUserId && isOfField(file, fieldId);
  return orNotFound(isShown ? file : undefined, 'operation file', fileId);
};

/** The files of machine work that are attached to a field. */
export const operationFileEndpoints = defineEndpoints({
  listOperationFiles: {
    method: 'GET',
    path: '/users/{svcUserId}/fields/{fieldId}/operations/files',
    summary: 'List the operation files of a field',
    description: attached,
    access: 'owner',
    paged: true,
    params: ofField,
    exists: { user: userInPath, field: fieldInPath },
    query,
    responses: listed,
  },
  getOperationFile: {
    method: 'GET',
    path: '/users/{svcUserId}/fields/{fieldId}/operations/files/{fileId}',
    summary: 'Get an operation file of a field',
    description: attached,
    access: 'owner',
    params: ofFile,
    exists: { user: userInPath, field: fieldInPath, file: fileOfField },
    responses: shown,
  },
  listOperations: {
    method: 'GET',
    path: '/users/{svcUserId}/fields/{fieldId}/operations',
    summary: 'List the operation files of a field',
    deprecated: 'Use `/users/{svcUserId}/fields/{fieldId}/operations/files`.',
    access: 'owner',
    paged: true,
    params: ofField,
    exists: { user: userInPath, field: fieldInPath },
    query,
    responses: listed,
  },
  getOperation: {
    method: 'GET',
    path: '/users/{svcUserId}/fields/{fieldId}/operations/{fileId}',
    summary: 'Get an operation file of a field',
    deprecated: 'Use `/users/{svcUserId}/fields/{fieldId}/operations/files/{fileId}`.',
    access: 'owner',
    params: ofFile,
    exists: { user: userInPath, field: fieldInPath, file: fileOfField },
    responses: shown,
  },
});
