import * as z from 'zod';

/** A deleted satellite field that is to be erased. */
export const fieldErasureMessage = z.object({ ownerId: z.string(), fieldId: z.string() });

export type FieldErasureMessage = z.infer<typeof fieldErasureMessage>;
