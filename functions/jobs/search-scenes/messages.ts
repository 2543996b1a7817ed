import * as z from 'zod';

/** A cell whose search is due, that has new fields, or in which a scene was published at `publishedAt` (milliseconds since 1970). */
const cellMessage = z.object({ cell: z.string().regex(/^-?\d{1,3}:-?\d{1,2}$/), publishedAt: z.number().optional() });

/** A new field, which is not yet noted in its cells. */
const newFieldMessage = z.object({ ownerId: z.string(), fieldId: z.string() });

/**
 * An Item of STAC that the topic of a catalogue announces. It is trusted for nothing but the place at which to search: its `bbox` or, where that is
 * missing or odd, the box around its `geometry`. Neither means that there is nothing to search for.
 */
const publishedItem = z.object({
  type: z.literal('Feature'),
  collection: z.string().optional(),
  bbox: z.array(z.number()).min(4).max(6).optional().catch(undefined),
  geometry: z.unknown().optional(),
});

export const searchMessage = z.union([cellMessage, newFieldMessage, publishedItem]);

export type SearchMessage = z.infer<typeof searchMessage>;
export type PublishedItem = z.infer<typeof publishedItem>;
export type CellMessage = z.infer<typeof cellMessage>;
