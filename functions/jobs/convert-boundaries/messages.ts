import * as z from 'zod';
import { incomingIds } from '../../../domain/files/object-keys.ts';
import { arrivedKeys } from '../../queue/arrivals.ts';

/** Converts an upload whose file came in under a key. Its own message is for one that had to wait. */
const conversionSchema = z.object({
  ownerId: z.string(),
  svcUserId: z.string(),
  uploadId: z.string(),
  key: z.string(),
});

export type Conversion = z.infer<typeof conversionSchema>;

/** What a message of the queue asks for: the bucket's news of uploads that have arrived, or one that had to wait. */
export function conversionsOf(body: string): Conversion[] {
  const own = conversionSchema.safeParse(JSON.parse(body));
  if (own.success) return [own.data];
  return arrivedKeys(body).flatMap((key) => {
    const ids = incomingIds(key);
    if (ids) return [{ ...ids, key }];
    console.warn({ key, skipped: 'the key names no upload' });
    return [];
  });
}
