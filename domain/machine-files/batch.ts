import * as z from 'zod';
import { ownProvider, providersOf } from '../providers/providers.ts';
import { svcUserIdSchema } from '../shared-members.ts';
import { machineProblemSchema } from './problem.ts';

export const batchStatuses = ['RECEIVED', 'PROCESSING', 'PROCESSED', 'FAILED'] as const;

/** The provider of the data in a batch; `Other` means that each file is recognised by itself. */
export const batchProviders = [
  'Other',
  ownProvider.key,
  ...providersOf('batches'),
  'Farmobile',
  'PrecisionPlanting',
] as const;

/** An uploaded archive of machine data, and its result as a whole. */
export const batchSchema = z
  .object({
    id: z.uuid().describe('Id of the batch, assigned by Furrow.'),
    svcUserId: svcUserIdSchema,
    fileName: z.string().describe('The name of the uploaded file.'),
    size: z.int().describe('Bytes.'),
    provider: z
      .enum(batchProviders)
      .describe('Where the data are from; `Other` means that each file is recognised by itself.'),
    crop: z.string().optional().describe('The crop that was planted or harvested, for files that do not name one.'),
    status: z
      .enum(batchStatuses)
      .describe(
        '`RECEIVED`: waits to be unpacked. `PROCESSING`: its files are being converted. `PROCESSED`: all have ended, and at least one was converted. `FAILED`: none was.',
      ),
    statusDetails: z
      .string()
      .optional()
      .describe('Why the batch FAILED, or what it waits for, for people to read; do not parse it.'),
    uploadTimestamp: z.iso.datetime().describe('When the file was received, in UTC.'),
    uploadId: z.uuid().optional().describe('The upload of any kind that contained these machine files.'),
    svcFiles: z.array(z.uuid()).describe('The files that were found in it, converted or not.'),
    problems: z.array(machineProblemSchema).describe('Problems of the batch that belong to none of its files.'),
  })
  .meta({ id: 'Batch' });

export type Batch = z.infer<typeof batchSchema>;
