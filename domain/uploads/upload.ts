import * as z from 'zod';

export const uploadStatuses = ['RECEIVED', 'PROCESSED', 'FAILED'] as const;

/** A file of field boundaries that was sent, and what became of it as a whole. */
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

/** An upload as it is kept: addresses are made when it is answered. */
export interface Upload {
  id: string;
  svcUserId: string;
  fileName: string;
  sizeBytes?: number;
  farmId?: number;
  status: (typeof uploadStatuses)[number];
  createdTime: string;
  /** A file of any kind: each of its sets goes where it belongs. What its machine data need to know of the owner. */
  anything?: { ownerName: string };
  batchId?: string;
}
