import * as z from 'zod';

/** Looks anew at what a user's fields are merged with, and above all one that has changed. */
export const mergeMessage = z.object({
  ownerId: z.string(),
  svcUserId: z.string(),
  /** Absent when only what was left behind is to be done. */
  seed: z
    .object({
      fieldId: z.string(),
      boundaryId: z.string().optional(),
      mergedFieldId: z.string().optional(),
      bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
    })
    .optional(),
});

export type MergeMessage = z.infer<typeof mergeMessage>;
