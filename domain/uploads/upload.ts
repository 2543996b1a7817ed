import * as z from 'zod';
import { createdTimeSchema, svcUserIdSchema } from '../shared-members.ts';

export const uploadStatuses = ['RECEIVED', 'PROCESSED', 'FAILED'] as const;

/** An uploaded file of field boundaries, and its result as a whole. */
export const uploadSchema = z
  .object({
    id: z.uuid().describe('Id of the upload, assigned by Furrow.'),
    svcUserId: svcUserIdSchema,
    originalFileUrl: z.url().describe('The file as it was sent. Needs the bearer token.'),
    downloadOriginalFileUrl: z.url().describe('Same as `originalFileUrl`.'),
    fileName: z.string().describe('The name of the uploaded file.'),
    status: z
      .enum(uploadStatuses)
      .describe(
        '`RECEIVED`: waits, or is being read. `PROCESSED`: every file in it was read, and at least one became fields. `FAILED`: no field came of it.',
      ),
    batchId: z
      .uuid()
      .optional()
      .describe(
        'The batch of the machine files that the upload contained, if it was a file of any kind. Boundaries in it are entries.',
      ),
    soilBatchId: z
      .uuid()
      .optional()
      .describe('The batch of the soil results that the upload contained, if it was a file of any kind.'),
    statusDetails: z.string().optional().describe('What the status does not say, for people to read: do not parse it.'),
    createdTime: createdTimeSchema,
  })
  .meta({ id: 'Upload' });

/** Of an upload in which no boundary was recognised, but machine data or soil results: whether any of it was converted is told by its batches. */
export function onlyInBatches({ batchId, soilBatchId }: Pick<Upload, 'batchId' | 'soilBatchId'>): string {
  const batches = [
    ...(batchId ? ['a batch of machine files: see the status, statusDetails and problems of the batch `batchId`'] : []),
    ...(soilBatchId ? ['a batch of soil results: see the entries of the batch `soilBatchId`'] : []),
  ];
  return `The upload has no field boundary. Everything that was recognised in it went to ${batches.join(', and to ')}.`;
}

/** An upload as it is stored; URLs are added to responses. */
export interface Upload extends Omit<z.infer<typeof uploadSchema>, 'originalFileUrl' | 'downloadOriginalFileUrl'> {
  sizeBytes?: number;
  farmId?: number;
  /** Set for a file of any kind, whose sets are boundaries, machine data or soil results; has the members that machine data need. */
  anything?: { ownerName: string };
}
