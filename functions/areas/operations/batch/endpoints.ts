import * as z from 'zod';
import { limitText } from '../../../../domain/limits.ts';
import { batchProviders, batchSchema } from '../../../../domain/machine-files/batch.ts';
import { cropParameter } from '../../../../domain/machine-files/points/crop.ts';
import { givenUserId } from '../../../../domain/users/given-user-id.ts';
import { userOfKeyInQuery } from '../../../http/api-key-access.ts';
import { downloadResponses } from '../../../http/body/download.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { userInQuery } from '../../../http/existence.ts';
import { idInPath, pageParameters } from '../../../http/parameters.ts';
import { batchInPath } from '../existing.ts';

const batchPath = z.object({ batchId: idInPath.describe('Id of the batch, as the answer of the upload has it.') });
const svcUserId = givenUserId;

const someFiles = z.object({ svcFiles: z.array(z.uuid()).describe('Ids of the files.') });

const batchStatusSchema = z
  .object({
    converted: someFiles.describe('Files that were converted.'),
    processing: someFiles.describe('Files that wait, or are being converted.'),
    failed: z
      .record(
        z.string(),
        z.object({
          svcFiles: z.array(z.uuid()).describe('Ids of the files.'),
          status: z.literal('failed').describe('The state of the files.'),
          message: z.string().describe('Why they could not be converted.'),
        }),
      )
      .describe('Files that could not be converted, by the reason.'),
  })
  .meta({ id: 'FilesOfBatch' });

/** Archives of machine data. */
export const batchEndpoints = defineEndpoints({
  createBatch: {
    method: 'POST',
    path: '/batch',
    summary: 'Upload a batch of machine files',
    description: `Takes a zip of anything that displays and farm software export; archives inside it are opened. The response comes at once with status RECEIVED. A file that cannot be used is not an HTTP error: the batch and its files say why. At most ${limitText.uploadBytes}; on AWS, files above ${limitText.inlineBytes} require an upload session with the target \`machineFiles\`.`,
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    idempotent: true,
    query: z.strictObject({
      svcUserId,
      provider: z
        .enum(batchProviders)
        .optional()
        .describe(
          'The maker of the data. With `Other` or without the parameter, the format of each file is recognised by itself.',
        ),
      crop: cropParameter.optional(),
    }),
    exists: { user: userInQuery },
    body: {
      kind: 'multipart',
      part: 'file',
      notEmpty: true,
      parameters: ['svcUserId', 'provider', 'crop'],
      uploadTarget: 'machineFiles',
      description: 'A zip of machine files in the folders in which the display or the program wrote them.',
    },
    responses: {
      201: { description: 'The batch, with its URL in `Location`.', schema: batchSchema, location: '/batch/{id}' },
    },
  },
  listBatches: {
    method: 'GET',
    path: '/batch',
    summary: 'List batches',
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    paged: true,
    exists: { user: userOfKeyInQuery },
    query: z.strictObject({
      svcUserId: svcUserId.optional().describe('Only batches of this service user.'),
      ...pageParameters(['id', 'uploadTimestamp']),
    }),
    responses: { 200: { description: 'One page of batches, the oldest first.', schema: z.array(batchSchema) } },
  },
  getBatch: {
    method: 'GET',
    path: '/batch/{batchId}',
    summary: 'Get a batch',
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    params: batchPath,
    exists: { batch: batchInPath },
    responses: { 200: { description: 'The batch, with the files that were found in it.', schema: batchSchema } },
  },
  getBatchStatus: {
    method: 'GET',
    path: '/batch/{batchId}/status',
    summary: 'Get the progress of the files of a batch',
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    params: batchPath,
    exists: { batch: batchInPath },
    responses: {
      200: {
        description: 'The files grouped by progress; failed files grouped by the step that failed.',
        schema: batchStatusSchema,
      },
    },
  },
  retryBatch: {
    method: 'PUT',
    path: '/batch/{batchId}/retry',
    summary: 'Retry the failed files of a batch',
    description:
      'Only failed files are processed again; converted files stay. With `crop`, files that failed because no crop was known can be converted.',
    access: 'owner',
    conflict: 'The batch is still being processed.',
    params: batchPath,
    exists: { batch: batchInPath },
    query: z.strictObject({ crop: cropParameter.optional() }),
    responses: { 200: { description: 'The batch, RECEIVED again.', schema: batchSchema } },
  },
  downloadBatch: {
    method: 'GET',
    path: '/batch/{batchId}/original',
    summary: 'Download a batch as it was sent',
    access: 'owner',
    addition: true,
    params: batchPath,
    exists: { batch: batchInPath },
    responses: downloadResponses,
  },
});
