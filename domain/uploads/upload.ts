import * as z from 'zod';

export const uploadStatuses = ['RECEIVED', 'PROCESSED', 'FAILED'] as const;

/** An uploaded file of field boundaries, and its result as a whole. */
export const uploadSchema = z
  .object({
    id: z.uuid(),
    svcUserId: z.uuid(),
    originalFileUrl: z.url().describe('The file as it was sent. Needs the bearer token.'),
    downloadOriginalFileUrl: z.url().describe('Same as `originalFileUrl`.'),
    fileName: z.string(),
    status: z.enum(uploadStatuses),
    batchId: z
      .uuid()
      .optional()
      .describe(
        'The batch of the machine files that the upload contained, if it was a file of any kind. Boundaries in it are entries.',
      ),
    createdTime: z.iso.datetime(),
  })
  .meta({ id: 'Upload' });

/** An upload as it is stored; URLs are added to responses. */
export interface Upload extends Omit<z.infer<typeof uploadSchema>, 'originalFileUrl' | 'downloadOriginalFileUrl'> {
  sizeBytes?: number;
  farmId?: number;
  /** Set for a file of any kind, whose sets are boundaries or machine data; has the members that machine data need. */
  anything?: { ownerName: string };
}
