import * as z from 'zod';
import { limits, limitText } from '../../../../domain/limits.ts';
import { soilBatchSchema, soilEntrySchema } from '../../../../domain/soil/batch/soil-batch.ts';
import { soilBatchFilters } from '../../../../domain/soil/batch/soil-batch-store.ts';
import { givenUserId } from '../../../../domain/users/given-user-id.ts';
import { userOfKeyInQuery } from '../../../http/api-key-access.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { userInQuery } from '../../../http/existence.ts';
import { idInPath, pageParameters } from '../../../http/parameters.ts';
import { batchInPath } from '../existing.ts';
import { soilDryRunSchema } from './dry-run-schema.ts';
import { soilQuery, soilQueryNames } from './parameters.ts';

const batchPath = z.object({ id: idInPath.describe('Id of the batch, as the answer of the upload has it.') });

/** Zips of soil results that were sent together. */
export const batchEndpoints = defineEndpoints({
  createSoilBatch: {
    method: 'POST',
    path: '/soil/batch',
    summary: 'Upload zips of soil results',
    description: `Each zip becomes an entry of the batch. The response comes at once with status PROCESSING. A zip that cannot be read is not an HTTP error: its entry ends as FAILED and says why. With \`dryRun=true\` the zips are read at once, and nothing is stored: the answer says what became of each cell. At most ${limitText.soilFiles} zips of ${limitText.soilFileBytes} each; on AWS, requests with more than ${limitText.inlineBytes} require an upload session with the target \`soilSamples\`, whose member \`soil\` has the same parameters; a dry run takes no more than that.`,
    access: 'owner',
    idempotent: true,
    exists: { user: userInQuery },
    query: z.strictObject({ svcUserId: givenUserId, ...soilQuery }),
    body: {
      kind: 'multipart',
      part: 'files',
      many: limits.soilFiles,
      notEmpty: true,
      parameters: ['svcUserId', ...soilQueryNames],
      uploadTarget: 'soilSamples',
      description: 'A zip of soil results; the part is repeated for each. No two have the same name.',
    },
    responses: {
      200: { description: 'Of a dry run: what the zips say.', schema: soilDryRunSchema },
      201: {
        description: 'The batch, with its URL in `Location`.',
        schema: soilBatchSchema,
        location: '/soil/batch/{id}',
      },
    },
  },
  getSoilBatch: {
    method: 'GET',
    path: '/soil/batch/{id}',
    summary: 'Get a batch of soil results with its entries',
    description: 'Ask again until `status` is not PROCESSING; each entry then has its outputs, or why it failed.',
    access: 'owner',
    params: batchPath,
    exists: { batch: batchInPath },
    responses: { 200: { description: 'The batch.', schema: soilBatchSchema } },
  },
  deleteSoilBatch: {
    method: 'DELETE',
    path: '/soil/batch/{id}',
    summary: 'Delete a batch of soil results',
    description:
      'Deletes the batch at once and permanently; its files, and its rows in SQL, are gone within a minute. Where another zip of the user has the content of one of its own (`duplicateOf`), that one counts from then on.',
    access: 'owner',
    addition: true,
    conflict: 'A zip of the batch is still being processed.',
    params: batchPath,
    exists: { batch: batchInPath },
    responses: { 204: { description: 'Deleted.' } },
  },
  getSoilResults: {
    method: 'GET',
    path: '/soil/batch/{id}/results',
    summary: 'List the entries of a batch of soil results',
    description: 'The entries of the batch by themselves, each with its status and the URLs of its outputs.',
    access: 'owner',
    params: batchPath,
    exists: { batch: batchInPath },
    responses: {
      200: {
        description: 'All entries, in the order in which their zips were sent.',
        schema: z.array(soilEntrySchema),
      },
    },
  },
  listSoilBatches: {
    method: 'GET',
    path: '/soil/batches',
    summary: 'List batches of soil results',
    access: 'ownerOrApiKey',
    links: ['FILEUPLOAD'],
    paged: true,
    exists: { user: userOfKeyInQuery },
    query: z.strictObject({ ...soilBatchFilters, ...pageParameters(['id', 'createdTime']) }),
    responses: { 200: { description: 'One page of batches, the oldest first.', schema: z.array(soilBatchSchema) } },
  },
});
