import * as z from 'zod';

const message = z.union([
  /** Writes the next generation of an owner's points. */
  z.object({ step: z.literal('compact'), ownerId: z.string() }),
  /** Removes a generation that nobody reads any more. */
  z.object({ step: z.literal('remove'), ownerId: z.string(), gen: z.number() }),
]);

export type CompactionMessage = z.infer<typeof message>;

export const compactionOf = (body: string): CompactionMessage => message.parse(JSON.parse(body));
