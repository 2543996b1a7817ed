import * as z from 'zod';
import { converterFormatSchema } from '../boundary-files/converter-format.ts';
import { boundaryProblemSchema } from '../boundary-files/problem.ts';
import { createdTimeSchema, svcUserIdSchema } from '../shared-members.ts';

export const entryStatuses = ['PROCESSING', 'CONVERTED', 'FINISHED', 'FAILED', 'PARTIALLY_FINISHED'] as const;

/** One recognised file, or set of files, of an upload. */
export const entrySchema = z
  .object({
    id: z.uuid().describe('Id of the entry, assigned by Furrow.'),
    uploadId: z.uuid().describe('Id of the upload that contained it.'),
    svcUserId: svcUserIdSchema,
    fileName: z.string().describe('The path of the file inside the upload, including archives and folders.'),
    fieldId: z.array(z.string()).describe('Ids of the fields that were created.'),
    converterFormat: converterFormatSchema,
    originalFileUrl: z.url().describe('The upload as it was sent. Needs the bearer token.'),
    downloadOriginalFileUrl: z.url().describe('Same as `originalFileUrl`.'),
    status: z
      .enum(entryStatuses)
      .describe(
        '`PROCESSING`: is being read. `CONVERTED`: its geometry is read, and fields are being created. `FINISHED`: its fields are created. `PARTIALLY_FINISHED`: some of its geometries became fields. `FAILED`: none did; `problems` says why.',
      ),
    createFieldErrorDetails: z
      .array(z.string())
      .describe(
        'The `problems` of severity `error`, each as a JSON problem document in a string; warnings are only in `problems`.',
      ),
    problems: z.array(boundaryProblemSchema).describe('What is wrong, or was changed; empty if nothing is.'),
    createdTime: createdTimeSchema,
    processedTime: z.iso.datetime().optional().describe('When the entry ended, in UTC; absent before.'),
  })
  .meta({ id: 'UploadEntry' });

/** An entry as it is stored; URLs and texts are added to responses. */
export type Entry = Omit<
  z.infer<typeof entrySchema>,
  'originalFileUrl' | 'downloadOriginalFileUrl' | 'createFieldErrorDetails'
>;
