import * as z from 'zod';
import { batchProviders } from '../machine-files/batch.ts';

/** S3 takes parts of 5 MiB and more, and 10,000 of them. */
const smallestPartBytes = 8 * 1024 * 1024;
const maxParts = 10_000;

/** The largest file that an upload may be (interface specification, area M). */
export const largestUploadBytes = 3 * 1024 ** 3;

/** A session that was not completed after this long is given up. */
export const sessionSeconds = 24 * 60 * 60;

/** Sessions of one owner that are open at once: their parts are paid for by the operator. */
export const maxOpenSessions = 100;

/** Those of them that were begun by keys of one link, so that the holder of a link leaves room for others. */
export const maxSessionsOfLink = 10;

export const sessionStatuses = ['OPEN', 'COMPLETED', 'ABORTED', 'EXPIRED'] as const;

/** What an uploaded file becomes. */
export const uploadTargets = ['fieldBoundaries', 'machineFiles', 'anything'] as const;

export type UploadTarget = (typeof uploadTargets)[number];

export const fileNameSchema = z
  .string()
  .min(1)
  .max(255)
  .refine(
    (name) => !/[\\/\p{Cc}]/u.test(name) && name !== '.' && name !== '..',
    'must be a plain file name, without folders',
  );

/** A large file on its way in parts, straight to the bucket. */
export const uploadSessionSchema = z
  .object({
    id: z.uuid(),
    svcUserId: z.uuid(),
    target: z
      .enum(uploadTargets)
      .describe(
        'What the file is converted to. With `anything`, each set of files in it is recognised by itself: boundaries become entries of the upload, machine files a batch that the upload names.',
      ),
    farmId: z.int().optional(),
    provider: z.enum(batchProviders).optional(),
    crop: z.string().optional(),
    fileName: fileNameSchema,
    sizeBytes: z.int(),
    partSizeBytes: z.int().describe('Every part has this size, except the last.'),
    partCount: z.int(),
    status: z.enum(sessionStatuses),
    createdTime: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'UploadSession' });

export type UploadSession = z.infer<typeof uploadSessionSchema>;

/** How a file of this size is cut. */
export function partsOf(sizeBytes: number): { partSizeBytes: number; partCount: number } {
  const partSizeBytes = Math.max(smallestPartBytes, Math.ceil(sizeBytes / maxParts));
  return { partSizeBytes, partCount: Math.max(1, Math.ceil(sizeBytes / partSizeBytes)) };
}
