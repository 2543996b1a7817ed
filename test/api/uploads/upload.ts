import { setTimeout as sleep } from 'node:timers/promises';
import type * as z from 'zod';
import type { entrySchema } from '../../../domain/uploads/entry.ts';
import type { uploadSchema } from '../../../domain/uploads/upload.ts';
import type { Answer, Sent, TestOwner } from '../owner.ts';

export type ShownUpload = z.infer<typeof uploadSchema>;
export type ShownEntry = z.infer<typeof entrySchema>;

export const uploadService = '/services/uploadservice/api';

const longestConversionMilliseconds = 25_000;

/** Sends a file as a form of a browser does. */
export function sendFile<T = ShownUpload>(
  owner: TestOwner,
  svcUserId: string,
  name: string,
  content: string | Uint8Array,
  { query = '', ...sent }: Sent & { query?: string } = {},
): Promise<Answer<T>> {
  const form = new FormData();
  form.append('file', new Blob([content as BlobPart]), name);
  return owner.call<T>('POST', `${uploadService}/upload?svcUserId=${svcUserId}${query}`, { ...sent, body: form });
}

/** Asks for an upload until it has ended. */
export async function ended(owner: TestOwner, uploadId: string): Promise<ShownUpload> {
  const deadline = performance.now() + longestConversionMilliseconds;
  for (;;) {
    const { body } = await owner.get<ShownUpload>(`${uploadService}/upload/${uploadId}`);
    if (body.status !== 'RECEIVED') return body;
    if (performance.now() > deadline) throw new Error(`upload ${uploadId} is still RECEIVED`);
    await sleep(20);
  }
}

export async function entriesOf(owner: TestOwner, uploadId: string): Promise<ShownEntry[]> {
  return (await owner.get<ShownEntry[]>(`${uploadService}/upload/${uploadId}/entries?size=100`)).body;
}

/** Sends a file, waits for its end, and answers what became of it. */
export async function converted(owner: TestOwner, svcUserId: string, name: string, content: string | Uint8Array) {
  const { status, body } = await sendFile(owner, svcUserId, name, content);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  const upload = await ended(owner, body.id);
  return { upload, entries: await entriesOf(owner, body.id) };
}
