import * as z from 'zod';

/** One round for one user. */
export const syncMessage = z.object({
  ownerId: z.string(),
  svcUserId: z.string(),
  /** PREVIEW fields that are wanted from now on. */
  enable: z.array(z.string()).optional(),
});

export type SyncMessage = z.infer<typeof syncMessage>;
