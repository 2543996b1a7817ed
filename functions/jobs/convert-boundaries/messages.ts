import * as z from 'zod';
import { incomingIds } from '../../../domain/files/object-keys.ts';

/** Converts an upload whose file came in under a key. Its own message is for one that had to wait. */
export const conversionMessage = z.object({
  ownerId: z.string(),
  svcUserId: z.string(),
  uploadId: z.string(),
  key: z.string(),
});

export type Conversion = z.infer<typeof conversionMessage>;

/** The conversion of an upload whose file has arrived. */
export function arrivedUpload(key: string): Conversion | undefined {
  const ids = incomingIds(key);
  return ids && { ...ids, key };
}
