import * as z from 'zod';

/** One round for one user. */
export const syncMessage = z.object({
  ownerId: z.string(),
  svcUserId: z.string(),
  /** PREVIEW fields that are wanted from now on. */
  enable: z.array(z.string()).optional(),
  /** Only organizations are to be read again, unless fields follow by themselves. */
  organizations: z.literal(true).optional(),
  /** Only the links whose scheduled round is due are followed. */
  scheduled: z.literal(true).optional(),
});

export type SyncMessage = z.infer<typeof syncMessage>;
