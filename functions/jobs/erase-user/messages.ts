import * as z from 'zod';

/** Erases what a deleted user left behind. */
export const erasureMessage = z.object({
  ownerId: z.string(),
  svcUserId: z.string(),
  /** Of the second pass: the time until which it waits, in milliseconds since 1970. */
  notBefore: z.number().optional(),
});

export type ErasureMessage = z.infer<typeof erasureMessage>;
