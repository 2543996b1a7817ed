import * as z from 'zod';
import { limitText } from '../../../../domain/limits.ts';
import { fileFormats } from '../../../../domain/machine-files/file-format.ts';
import { fileOrigins, fileStatuses, machineFileSchema } from '../../../../domain/machine-files/machine-file.ts';
import { operationTypes } from '../../../../domain/machine-files/operation-type.ts';
import { stepsSchema } from '../../../../domain/machine-files/step.ts';
import { summarySchema } from '../../../../domain/machine-files/summary.ts';
import { flag, inOrder, instant } from '../../../../domain/parameters.ts';
import { providerFilter } from '../../../../domain/providers/provider-filter.ts';
import { userOfKeyInQuery } from '../../../http/api-key-access.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { listedUserInQuery, userInBody } from '../../../http/existence.ts';
import { idInPath, pageParameters } from '../../../http/parameters.ts';
import { fileInPath } from '../existing.ts';

/** The path parameters of one machine file. */
export const filePath = z.object({ fileId: idInPath.describe('Id of the machine file, as `GET /files` lists it.') });

const id = z.uuid('must be an id').toLowerCase();
const name = z.string().max(200);

/** The fields by which files can be sorted. */
export const fileSortFields = [
  'id',
  'fileName',
  'createdTime',
  'updatedTime',
  'origin',
  'svcUserId',
  'sizeInBytes',
  'provider',
  'organizationId',
  'fileFormat',
] as const;

const maxMerged = 100;
const maxReprocessed = 1_000;
const exampleId = '0190f3c4-7c1e-7d3a-9b58-3f2a1c4d5e6f';

const from = (what: string) => instant.optional().describe(`Only files whose ${what} is at this time or later.`);
const until = (what: string) => instant.optional().describe(`Only files whose ${what} is at this time or earlier.`);

/** Machine files. */
export const fileEndpoints = defineEndpoints({
  listFiles: {
    method: 'GET',
    path: '/files',
    summary: 'List machine files',
    description: `Filters can be combined. The list can have any length as long as one of the filters matches at most ${limitText.sortedRows} files; otherwise a page may be refused with 400 \`filterTooWide\`, which names a filter that helps.`,
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    paged: true,
    exists: { user: userOfKeyInQuery },
    query: z
      .strictObject({
        svcUserId: id.optional().describe('Only files of this service user.'),
        provider: providerFilter,
        status: z.enum(fileStatuses).optional().describe('Only files in this state.'),
        origin: z
          .enum(fileOrigins)
          .optional()
          .describe(
            'Only files of this origin: uploaded, fetched from a provider, merged on request, or cut out of a field operation.',
          ),
        organizationId: name.optional().describe('Only files of this organization at the provider.'),
        batchId: id.optional().describe('Only files of this batch.'),
        fileId: id.optional().describe('Only the file with this id.'),
        fileFormat: z.enum(fileFormats).optional().describe('Only files of this format.'),
        createdTime: from('creation'),
        updatedTime: from('last change'),
        startTime: from('first point'),
        endTime: until('last point'),
        operationStartTime: from('first point').meta({ deprecated: true }),
        operationEndTime: until('last point').meta({ deprecated: true }),
        operationType: z.enum(operationTypes).optional().describe('Only files with this kind of work.'),
        minArea: z.coerce.number().min(0).optional().describe('Square metres.'),
        providerFileId: name.optional().describe('Only the file with this id at its provider.'),
        standard: flag.optional().describe('Whether the file has standard points.'),
        ...pageParameters(fileSortFields),
      })
      .refine(...inOrder('startTime', 'endTime'))
      .refine(...inOrder('startTime', 'operationEndTime'))
      .refine(...inOrder('operationStartTime', 'endTime'))
      .refine(...inOrder('operationStartTime', 'operationEndTime')),
    responses: { 200: { description: 'One page of files, the oldest first.', schema: z.array(machineFileSchema) } },
  },
  getFile: {
    method: 'GET',
    path: '/files/{fileId}',
    summary: 'Get a machine file',
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    params: filePath,
    exists: { file: fileInPath },
    responses: { 200: { description: 'The file.', schema: machineFileSchema } },
  },
  getFileSummary: {
    method: 'GET',
    path: '/files/{fileId}/summary',
    summary: 'Get the summary of a machine file',
    description: '404 until the file is processed.',
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    params: filePath,
    exists: { file: fileInPath },
    responses: { 200: { description: 'The summary.', schema: summarySchema } },
  },
  getFileUnits: {
    method: 'GET',
    path: '/files/{fileId}/units',
    summary: 'Get the units of the properties of a machine file',
    description: '404 until the file is processed.',
    access: 'owner',
    params: filePath,
    exists: { file: fileInPath },
    responses: { 200: { description: 'Units by property.', schema: z.record(z.string(), z.string()) } },
  },
  getFileStatus: {
    method: 'GET',
    path: '/files/{fileId}/status',
    summary: 'Get the processing steps of a machine file',
    description:
      'Shows at which step a file failed, and why. Steps that were not reached, or do not apply, are absent.',
    access: 'owner',
    params: filePath,
    exists: { file: fileInPath },
    responses: { 200: { description: 'The steps so far, each with its status.', schema: stepsSchema } },
  },
  listUncoveredFiles: {
    method: 'GET',
    path: '/files/uncoveredFiles',
    summary: 'List the machine files of a user that touch no field',
    description:
      'Processed files whose points lie in no boundary of the user: upload or draw the boundary, and they are attached.',
    access: 'owner',
    query: z.strictObject({
      svcUserId: id.describe('Id of the service user, as `GET /services/usermanagement/api/users` lists it.'),
    }),
    exists: { user: listedUserInQuery },
    responses: {
      200: {
        description: 'The ids of the files, the oldest first.',
        schema: z.object({ files: z.array(z.uuid()).describe('Ids of the files.') }).meta({ id: 'UncoveredFiles' }),
      },
    },
  },
  mergeFiles: {
    method: 'POST',
    path: '/files/merge',
    summary: 'Merge machine files',
    description:
      'Merges several processed files of one user and one kind of work into a new file. The new file has the origin `merged`, names its `sources`, and is processed like any other.',
    access: 'owner',
    idempotent: true,
    body: {
      kind: 'json',
      schema: z
        .strictObject({
          ids: z.array(id).min(2, 'name at least two files').max(maxMerged).describe('Ids of the files to merge.'),
        })
        .meta({ id: 'FilesToMerge' }),
      example: { ids: [exampleId, exampleId] },
    },
    responses: {
      200: {
        description: 'The new file.',
        schema: z
          .object({
            id: z.uuid().describe('Id of the file that will have the points of all of them.'),
            status: z.literal('SENT_TO_MERGE').describe('Says that the merge is queued.'),
          })
          .meta({ id: 'SentToMerge' }),
      },
    },
  },
  reprocessFile: {
    method: 'POST',
    path: '/files/{fileId}/reprocess',
    summary: 'Process a machine file again',
    description:
      'Processes the file with the current settings and fields. Its id stays, and its outputs are replaced all at once. 409 while it is being processed.',
    access: 'owner',
    addition: true,
    conflict: 'The file is still being processed.',
    params: filePath,
    exists: { file: fileInPath },
    responses: { 202: { description: 'The file, which is being processed again.', schema: machineFileSchema } },
  },
  reprocessFiles: {
    method: 'POST',
    path: '/files/reprocess',
    summary: 'Process machine files of a user again',
    description:
      'Processes all files of the user, or those with the given ids, as `POST /files/{fileId}/reprocess` does for one, so that changed settings apply to existing files. Files that are being processed are skipped.',
    access: 'owner',
    addition: true,
    idempotent: true,
    exists: { user: userInBody },
    body: {
      kind: 'json',
      schema: z
        .strictObject({
          svcUserId: id.describe('Id of the service user, as `GET /services/usermanagement/api/users` lists it.'),
          ids: z
            .array(id)
            .min(1, 'name a file')
            .max(maxReprocessed)
            .optional()
            .describe('Ids of the files; all files of the user by default.'),
        })
        .meta({ id: 'FilesToReprocess' }),
      example: { svcUserId: exampleId },
    },
    responses: {
      202: { description: 'The files will be processed again; their `updatedTime` changes when they are done.' },
    },
  },
});
