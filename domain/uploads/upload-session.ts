import * as z from 'zod';
import { Problem } from '../errors.ts';
import { batchProviders } from '../machine-files/batch.ts';
import { orderedPrescriptionSchema } from '../prescriptions/sending.ts';
import { createdTimeSchema, svcUserIdSchema } from '../shared-members.ts';
import { soilParametersSchema } from '../soil/soil-parameters.ts';
import type { UploadedSessionPart } from './session-store.ts';

/** S3 accepts at most 10,000 parts, of at least 5 MiB each. */
const smallestPartBytes = 8 * 1024 * 1024;
const maxParts = 10_000;

/** Maximum open sessions with keys of one link, so that the holder of a link leaves room for others. */
export const maxSessionsOfLink = 10;

export const sessionStatuses = ['OPEN', 'COMPLETED', 'ABORTED', 'EXPIRED'] as const;

/** Of files that become no record: a request names the session in place of a file of its own. */
export const requestTargets = ['layers', 'inspections'] as const;

/** The kind of records that an uploaded file becomes, or the requests that read it. */
export const uploadTargets = [
  'fieldBoundaries',
  'machineFiles',
  'soilSamples',
  'prescriptions',
  'anything',
  ...requestTargets,
] as const;

export type UploadTarget = (typeof uploadTargets)[number];

/** Whether a session ends without a record, and waits for a request that reads its file. @example isForRequest('layers') // true */
export function isForRequest(target: UploadTarget): boolean {
  return (requestTargets as readonly UploadTarget[]).includes(target);
}

export const fileNameSchema = z
  .string()
  .min(1)
  .max(255)
  .refine(
    (name) => !/[\\/\p{Cc}]/u.test(name) && name !== '.' && name !== '..',
    'must be a plain file name, without folders',
  )
  .describe('The name of the file, without folders.');

/** The upload of a large file in parts, directly to the bucket. */
export const uploadSessionSchema = z
  .object({
    id: z.uuid().describe('Id of the session, assigned by Furrow.'),
    svcUserId: svcUserIdSchema,
    target: z
      .enum(uploadTargets)
      .describe(
        'What the file is converted to; soil samples take several zips, which become one batch; a prescription is sent to its provider by a request of its own. `layers` and `inspections` become no record: the requests that send an aerial image or inspect a prescription name the session. With `anything`, each set of files in it is recognised by itself: boundaries become entries of the upload, machine files and soil results batches that the upload names.',
      ),
    farmId: z
      .int()
      .optional()
      .describe('The farm to which fields of boundaries will belong; absent if none was named.'),
    provider: z.enum(batchProviders).optional().describe('Where machine data are from; absent for other targets.'),
    crop: z
      .string()
      .optional()
      .describe(
        'The crop that was planted or harvested, for machine files that do not name one; absent if none was named.',
      ),
    soil: soilParametersSchema
      .optional()
      .describe('What soil results do not say themselves; absent if nothing was sent.'),
    prescription: orderedPrescriptionSchema.optional().describe('Where a prescription goes; absent for other targets.'),
    fileName: fileNameSchema.optional().describe('Absent from a session of several files.'),
    sizeBytes: z.int().describe('Of all files together.'),
    partSizeBytes: z.int().describe('Every part has this size, except the last of each file.'),
    partCount: z.int().describe('The number of parts of all files together.'),
    files: z
      .array(
        z.object({
          fileName: fileNameSchema,
          sizeBytes: z.int().describe('The size of the file, in bytes.'),
          firstPart: z.int().describe('The number of its first part; parts are numbered through all files.'),
          partCount: z.int().describe('The number of parts of the file.'),
        }),
      )
      .optional()
      .describe('The files of a session of several, in the order in which they were named.'),
    status: z
      .enum(sessionStatuses)
      .describe(
        '`OPEN`: takes parts. `COMPLETED`: all parts are there, and the files are passed on. `ABORTED`: it was cancelled. `EXPIRED`: it was not completed in time.',
      ),
    createdTime: createdTimeSchema,
    expiresAt: z.iso.datetime().describe('When an open session expires, in UTC.'),
  })
  .meta({ id: 'UploadSession' });

export type UploadSession = z.infer<typeof uploadSessionSchema>;

/** One file of a session, and its parts among those of the session. */
export type SessionFile = NonNullable<UploadSession['files']>[number];

/**
 * The files of a session: several, or the only one.
 *
 * @example filesOf(session)[0].firstPart // 1
 */
export function filesOf({ files, fileName = '', sizeBytes, partCount }: PartedSession): SessionFile[] {
  return files ?? [{ fileName, sizeBytes, firstPart: 1, partCount }];
}

type PartedSession = Pick<UploadSession, 'files' | 'fileName' | 'sizeBytes' | 'partSizeBytes' | 'partCount'>;

/**
 * The size and the numbers of the parts of several files.
 *
 * @example partsOfFiles([{ fileName: 'a.zip', sizeBytes: 1 }, { fileName: 'b.zip', sizeBytes: 1 }]).partCount // 2
 */
export function partsOfFiles(
  named: readonly Pick<SessionFile, 'fileName' | 'sizeBytes'>[],
): Pick<UploadSession, 'partSizeBytes' | 'partCount' | 'sizeBytes'> & { files: SessionFile[] } {
  const { partSizeBytes } = partsOf(Math.max(...named.map(({ sizeBytes }) => sizeBytes)));
  let firstPart = 1;
  const files = named.map((file): SessionFile => {
    const partCount = Math.max(1, Math.ceil(file.sizeBytes / partSizeBytes));
    const placed = { ...file, firstPart, partCount };
    firstPart += partCount;
    return placed;
  });
  const sizeBytes = named.reduce((sum, file) => sum + file.sizeBytes, 0);
  return { partSizeBytes, partCount: firstPart - 1, sizeBytes, files };
}

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

/** The parts of finished files of a session in order; of all files unless some are named. @throws Problem if parts are missing or incomplete. */
export function completeParts(
  session: UploadSession,
  arrived: readonly UploadedSessionPart[],
  files: readonly SessionFile[] = filesOf(session),
): UploadedSessionPart[] {
  const byNumber = new Map(arrived.map((part) => [part.partNumber, part]));
  const numbers = files.flatMap(({ firstPart, partCount }) =>
    Array.from({ length: partCount }, (_, index) => firstPart + index),
  );
  const wrong = numbers.filter((number) => byNumber.get(number)?.sizeBytes !== partSize(session, number));
  if (wrong.length > 0) {
    const more = wrong.length > listed ? ` and ${wrong.length - listed} more` : '';
    const detail = `These parts are missing or have the wrong size: ${wrong.slice(0, listed).join(', ')}${more}. PUT them again.`;
    throw new Problem('conflict', detail, { errorKey: 'partsMissing' });
  }
  return numbers.flatMap((number) => byNumber.get(number) ?? []);
}

/** The size of a part in bytes: all are equal except the last of each file. */
export function partSize(session: PartedSession, number: number): number {
  const { index, partNumber } = placeOfPart(session, number);
  const file = filesOf(session)[index];
  if (!file) return 0;
  const { partSizeBytes } = session;
  return partNumber < file.partCount ? partSizeBytes : file.sizeBytes - partSizeBytes * (file.partCount - 1);
}

/** The file of a part, by its index, and the number of the part in that file. */
export function placeOfPart(session: PartedSession, number: number): { index: number; partNumber: number } {
  const files = filesOf(session);
  const index = files.findLastIndex(({ firstPart }) => firstPart <= number);
  return { index, partNumber: number - (files[index]?.firstPart ?? 1) + 1 };
}
