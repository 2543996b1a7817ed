import * as z from 'zod';

/** Counts what has changed of an owner's usage. */
export const countMessage = z.object({ ownerId: z.string() });

export type CountMessage = z.infer<typeof countMessage>;
