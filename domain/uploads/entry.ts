import * as z from 'zod';
import { converterFormatSchema } from '../boundary-files/converter-format.ts';
import { boundaryProblemSchema } from '../boundary-files/problem.ts';

export const entryStatuses = ['PROCESSING', 'CONVERTED', 'FINISHED', 'FAILED', 'PARTIALLY_FINISHED'] as const;

/** One recognised file, or set of files, of an upload. */
export const entrySchema = z
  .object({
    id: z.uuid(),
    uploadId: z.uuid(),
    svcUserId: z.uuid(),
    fileName: z.string().describe('The path of the file inside the upload, including archives and folders.'),
    fieldId: z.array(z.string()).describe('Ids of the fields that were created.'),
    converterFormat: converterFormatSchema,
    originalFileUrl: z.url(),
    downloadOriginalFileUrl: z.url().describe('Same as `originalFileUrl`.'),
    status: z.enum(entryStatuses),
    createFieldErrorDetails: z
      .array(z.string())
      .describe(
        'The `problems` of severity `error`, each as a JSON problem document in a string; warnings are only in `problems`.',
      ),
    problems: z.array(boundaryProblemSchema),
    createdTime: z.iso.datetime(),
    processedTime: z.iso.datetime().optional(),
  })
  .meta({ id: 'UploadEntry' });

/** An entry as it is stored; URLs and texts are added to responses. */
export type Entry = Omit<
  z.infer<typeof entrySchema>,
  'originalFileUrl' | 'downloadOriginalFileUrl' | 'createFieldErrorDetails'
>;
