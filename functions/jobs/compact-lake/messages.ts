import * as z from 'zod';

/** Writes the next generation of an owner's points. */
const compaction = z.object({ step: z.literal('compact'), ownerId: z.string() });

/** Removes a generation that no query reads any longer. */
const removal = z.object({
  step: z.literal('remove'),
  ownerId: z.string(),
  gen: z.number(),
  /** When it was known not to be seen any more, in milliseconds since 1970. */
  hiddenAt: z.number().optional(),
});

export const compactionMessages = z.discriminatedUnion('step', [compaction, removal]);

export type CompactionMessage = z.infer<typeof compactionMessages>;
export type RemovalMessage = z.infer<typeof removal>;

/** Has the points of an owner compacted. */
export const compactionMessage = (ownerId: string): CompactionMessage => ({ step: 'compact', ownerId });
