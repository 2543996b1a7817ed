import * as z from 'zod';

/** A cell whose search is due, or which has fields that are new to it. `publishedAt`: when a scene of it was published, in milliseconds since 1970. */
const cellMessage = z.object({ cell: z.string().regex(/^-?\d{1,3}:-?\d{1,2}$/), publishedAt: z.number().optional() });

/** A field that its cells do not know yet. */
const newFieldMessage = z.object({ ownerId: z.string(), fieldId: z.string() });

/** An Item of STAC that a catalogue has published, as its topic tells. Nothing of it is believed but where it lies. */
const publishedItem = z.object({ type: z.literal('Feature'), bbox: z.array(z.number()).min(4).max(6) });

export const searchMessage = z.union([cellMessage, newFieldMessage, publishedItem]);

export type SearchMessage = z.infer<typeof searchMessage>;
export type CellMessage = z.infer<typeof cellMessage>;
