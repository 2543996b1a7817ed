import * as z from 'zod';

/** A user whose credentials have changed. */
export const checkMessage = z.object({ ownerId: z.string(), svcUserId: z.string() });

export type CheckMessage = z.infer<typeof checkMessage>;
