import * as z from 'zod';
import { incomingSoilIds } from '../../../domain/files/soil-keys.ts';

/** Reads the zip of an entry. */
const read = z.object({ step: z.literal('read'), ownerId: z.string(), batchId: z.string(), entryId: z.string() });

/** Has the rows of samples on the ground of a field written again, because the field has a new boundary or is gone. */
const attach = z.object({ step: z.literal('attach'), ownerId: z.string(), svcUserId: z.string(), fieldId: z.string() });

/** Removes what is left of a deleted batch, and has copies of its zips count. */
const remove = z.object({ step: z.literal('remove'), ownerId: z.string(), svcUserId: z.string(), batchId: z.string() });

export const soilMessage = z.discriminatedUnion('step', [read, attach, remove]);

export type SoilMessage = z.infer<typeof soilMessage>;
export type ReadSoilMessage = z.infer<typeof read>;
export type AttachSoilMessage = z.infer<typeof attach>;
export type RemoveSoilMessage = z.infer<typeof remove>;

/** The reading of an entry whose zip has arrived. */
export function arrivedSoil(key: string): ReadSoilMessage | undefined {
  const ids = incomingSoilIds(key);
  return ids && { step: 'read', ...ids };
}
