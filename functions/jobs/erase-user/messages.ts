import * as z from 'zod';

/** Erases what a deleted user left behind. */
export const erasureMessage = z.object({
  ownerId: z.string(),
  svcUserId: z.string(),
  /** Start of the second pass, in milliseconds since 1970. */
  notBefore: z.number().optional(),
});

export type ErasureMessage = z.infer<typeof erasureMessage>;
