import * as z from 'zod';
import { fieldIdSchema } from '../../../../domain/fields/field.ts';
import { fileOrigins, operationFileSchema, operationTypes } from '../../../../domain/fields/operation-file.ts';
import { defineOperations } from '../../../http/operation.ts';
import { idInPath, instant, pageParameters } from '../../../http/parameters.ts';

const ofField = z.object({ svcUserId: idInPath, fieldId: fieldIdSchema });
const ofFile = ofField.extend({ fileId: idInPath });
const { sort: _, ...paging } = pageParameters([]);

const query = z.strictObject({
  operationType: z.enum(operationTypes).optional(),
  provider: z.string().max(255).optional(),
  origin: z.enum(fileOrigins).optional(),
  crop: z.string().max(255).optional(),
  startTime: instant.optional().describe('Started at this time or later.'),
  endTime: instant.optional().describe('Ended at this time or earlier.'),
  ...paging,
});

const listed = { 200: { description: 'One page of files.', schema: z.array(operationFileSchema) } };
const shown = { 200: { description: 'The file.', schema: operationFileSchema } };
const attached =
  'A processed machine file is attached to the fields in which some of its points lie, and which it overlaps by more than `fieldsAttachIntersection`.';

/** The files of machine work that are attached to a field. */
export const operationFileOperations = defineOperations({
  listOperationFiles: {
    method: 'GET',
    path: '/users/{svcUserId}/fields/{fieldId}/operations/files',
    summary: 'List the operation files of a field',
    description: attached,
    access: 'owner',
    paged: true,
    params: ofField,
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
    responses: shown,
  },
});
