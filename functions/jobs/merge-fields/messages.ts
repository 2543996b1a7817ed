import * as z from 'zod';
import { seedSchema } from '../../../domain/merging/seed.ts';

/** Looks anew at what a user's fields are merged with, and above all one that has changed. */
export const mergeMessage = z.object({
  ownerId: z.string(),
  svcUserId: z.string(),
  /** Absent when only what was left behind is to be done. */
  seed: seedSchema.omit({ related: true }).optional(),
});

export type MergeMessage = z.infer<typeof mergeMessage>;
