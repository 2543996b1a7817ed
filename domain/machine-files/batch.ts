import * as z from 'zod';
import { ownProvider, providersOf } from '../providers/providers.ts';
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
    id: z.uuid(),
    svcUserId: z.uuid(),
    fileName: z.string(),
    size: z.int().describe('Bytes.'),
    provider: z.enum(batchProviders),
    crop: z.string().optional().describe('The crop that was planted or harvested, for files that do not name one.'),
    status: z.enum(batchStatuses),
    statusDetails: z
      .string()
      .optional()
      .describe('Why the batch FAILED, or what it waits for, for people to read; do not parse it.'),
    uploadTimestamp: z.iso.datetime(),
    uploadId: z.uuid().optional().describe('The upload of any kind that contained these machine files.'),
    svcFiles: z.array(z.uuid()).describe('The files that were found in it, converted or not.'),
    problems: z.array(machineProblemSchema).describe('Problems of the batch that belong to none of its files.'),
  })
  .meta({ id: 'Batch' });

export type Batch = z.infer<typeof batchSchema>;
