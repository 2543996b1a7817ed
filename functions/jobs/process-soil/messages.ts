import * as z from 'zod';
import { incomingSoilIds } from '../../../domain/files/soil-keys.ts';

/** Reads the zip of an entry. */
const read = z.object({ step: z.literal('read'), ownerId: z.string(), batchId: z.string(), entryId: z.string() });

/** Has the rows of samples on the ground of a field written again, because the field has a new boundary or is gone. */
const attach = z.object({ step: z.literal('attach'), ownerId: z.string(), svcUserId: z.string(), fieldId: z.string() });

export const soilMessage = z.discriminatedUnion('step', [read, attach]);

export type SoilMessage = z.infer<typeof soilMessage>;
export type ReadSoilMessage = z.infer<typeof read>;
export type AttachSoilMessage = z.infer<typeof attach>;

/** The reading of an entry whose zip has arrived. */
export function arrivedSoil(key: string): ReadSoilMessage | undefined {
  const ids = incomingSoilIds(key);
  return ids && { step: 'read', ...ids };
}
