import * as z from 'zod';
import { Problem } from '../errors.ts';
import { batchProviders } from '../machine-files/batch.ts';
import type { UploadedSessionPart } from './session-store.ts';

/** S3 accepts at most 10,000 parts, of at least 5 MiB each. */
const smallestPartBytes = 8 * 1024 * 1024;
const maxParts = 10_000;

/** Maximum open sessions with keys of one link, so that the holder of a link leaves room for others. */
export const maxSessionsOfLink = 10;

export const sessionStatuses = ['OPEN', 'COMPLETED', 'ABORTED', 'EXPIRED'] as const;

/** The kind of records that an uploaded file becomes. */
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

/** The upload of a large file in parts, directly to the bucket. */
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

/**
 * The size and number of the parts of a file.
 *
 * @example partsOf(1_000_000_000) // { partSizeBytes: 8388608, partCount: 120 }
 */
export function partsOf(sizeBytes: number): { partSizeBytes: number; partCount: number } {
  const partSizeBytes = Math.max(smallestPartBytes, Math.ceil(sizeBytes / maxParts));
  return { partSizeBytes, partCount: Math.max(1, Math.ceil(sizeBytes / partSizeBytes)) };
}

/** Maximum part numbers that a message lists. */
const listed = 10;

/** The parts of a finished file in order. @throws Problem if parts are missing or incomplete. */
export function completeParts(session: UploadSession, arrived: UploadedSessionPart[]): UploadedSessionPart[] {
  const byNumber = new Map(arrived.map((part) => [part.partNumber, part]));
  const numbers = Array.from({ length: session.partCount }, (_, index) => index + 1);
  const wrong = numbers.filter((number) => byNumber.get(number)?.sizeBytes !== partSize(session, number));
  if (wrong.length > 0) {
    const more = wrong.length > listed ? ` and ${wrong.length - listed} more` : '';
    const detail = `These parts are missing or have the wrong size: ${wrong.slice(0, listed).join(', ')}${more}. PUT them again.`;
    throw new Problem('conflict', detail, { errorKey: 'partsMissing' });
  }
  return numbers.flatMap((number) => byNumber.get(number) ?? []);
}

/** The size of a part in bytes: all are equal except the last. */
export function partSize({ sizeBytes, partSizeBytes, partCount }: UploadSession, number: number): number {
  return number < partCount ? partSizeBytes : sizeBytes - partSizeBytes * (partCount - 1);
}
