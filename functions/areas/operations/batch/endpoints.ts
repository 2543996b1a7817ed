import * as z from 'zod';
import { batchProviders, batchSchema } from '../../../../domain/machine-files/batch.ts';
import { cropParameter } from '../../../../domain/machine-files/points/crop.ts';
import { userOfKeyInQuery } from '../../../http/api-key-access.ts';
import { downloadResponses } from '../../../http/body/download.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { userInQuery } from '../../../http/existence.ts';
import { idInPath, pageParameters } from '../../../http/parameters.ts';
import { batchInPath } from '../existing.ts';

const batchPath = z.object({ batchId: idInPath });
const svcUserId = z.uuid('must be the id of a service user').toLowerCase();

const someFiles = z.object({ svcFiles: z.array(z.uuid()) });

const batchStatusSchema = z
  .object({
    converted: someFiles,
    processing: someFiles,
    failed: z.record(
      z.string(),
      z.object({ svcFiles: z.array(z.uuid()), status: z.literal('failed'), message: z.string() }),
    ),
  })
  .meta({ id: 'BatchStatus' });

/** Archives of machine data. */
export const batchEndpoints = defineEndpoints({
  createBatch: {
    method: 'POST',
    path: '/batch',
    summary: 'Upload a batch of machine files',
    description:
      'A zip of anything that displays and farm programs export; archives in it are opened. The answer comes at once with status RECEIVED. What cannot be used is not an HTTP error: the batch and its files say why. At most 3 GB; in AWS, files above 4.5 MB go through an upload session with the target `machineFiles`.',
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    idempotent: true,
    query: z.strictObject({
      svcUserId,
      provider: z
        .enum(batchProviders)
        .optional()
        .describe('Whose data it is; `Other`, and nothing, mean that everything in it is looked at by itself.'),
      crop: cropParameter.optional(),
    }),
    exists: { user: userInQuery },
    body: {
      kind: 'multipart',
      part: 'file',
      notEmpty: true,
      parameters: ['svcUserId', 'provider', 'crop'],
      uploadTarget: 'machineFiles',
      description: 'A zip of machine files, with the folders in which the display or the program wrote them.',
    },
    responses: {
      201: { description: 'The batch, with its address in `Location`.', schema: batchSchema, location: '/batch/{id}' },
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
    query: z.strictObject({ svcUserId: svcUserId.optional(), ...pageParameters(['id', 'uploadTimestamp']) }),
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
    summary: 'Get how far the files of a batch are',
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    params: batchPath,
    exists: { batch: batchInPath },
    responses: {
      200: {
        description: 'The files by how far they are; failed ones by the step that failed.',
        schema: batchStatusSchema,
      },
    },
  },
  retryBatch: {
    method: 'PUT',
    path: '/batch/{batchId}/retry',
    summary: 'Work again on what failed in a batch',
    description:
      'Only what failed is worked on again; converted files stay. With `crop`, what failed for want of a crop is converted.',
    access: 'owner',
    conflict: 'The batch is still being worked on.',
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
