import type { Farm } from './farm-step.ts';

/**
 * Uploads a file unless one of its name and size is there: an earlier start was killed before it could note the answer, so long ago that
 * the `Idempotency-Key` has expired.
 *
 * @param path of the collection, which lists what it was sent, the oldest first.
 * @returns the id of the upload or batch.
 */
export async function sendOnce(
  { client, svcUserId, key }: Pick<Farm, 'client' | 'svcUserId' | 'key'>,
  step: string,
  path: string,
  file: { name: string; content: Uint8Array },
): Promise<string> {
  const user = `svcUserId=${svcUserId}`;
  const sent = await client.get<{ id: string; fileName: string; size?: number }[]>(`${path}?${user}&size=100`);
  const same = sent.find(
    ({ fileName, size = file.content.length }) => fileName === file.name && size === file.content.length,
  );
  return (same ?? (await client.upload<{ id: string }>(`${path}?${user}`, file, `${key}-${step}`))).id;
}
