import * as z from 'zod';

/** A field for satellite images that was deleted. */
export const fieldErasureMessage = z.object({ ownerId: z.string(), fieldId: z.string() });

export type FieldErasureMessage = z.infer<typeof fieldErasureMessage>;
