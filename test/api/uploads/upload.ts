import type * as z from 'zod';
import type { entrySchema } from '../../../domain/uploads/entry.ts';
import type { uploadSchema } from '../../../domain/uploads/upload.ts';
import type { Answer, Sent, TestOwner } from '../owner.ts';
import { askUntil, sendForm } from '../send-form.ts';

export type ShownUpload = z.infer<typeof uploadSchema>;
export type ShownEntry = z.infer<typeof entrySchema>;

export const uploadService = '/services/uploadservice/api';

const maxConversionMilliseconds = 25_000;

/** Sends a file as a browser's form does. */
export function sendFile<T = ShownUpload>(
  owner: TestOwner,
  svcUserId: string,
  name: string,
  content: string | Uint8Array,
  { query = '', ...sent }: Sent & { query?: string } = {},
): Promise<Answer<T>> {
  return sendForm(owner, `${uploadService}/upload?svcUserId=${svcUserId}${query}`, name, content, sent);
}

/** Polls an upload until it has ended. */
export function ended(owner: TestOwner, uploadId: string): Promise<ShownUpload> {
  const path = `${uploadService}/upload/${uploadId}`;
  return askUntil(owner, path, ({ status }) => status !== 'RECEIVED', maxConversionMilliseconds);
}

export async function entriesOf(owner: TestOwner, uploadId: string): Promise<ShownEntry[]> {
  return (await owner.get<ShownEntry[]>(`${uploadService}/upload/${uploadId}/entries?size=100`)).body;
}

/** Sends a file, waits for its end, and returns the result. */
export async function converted(owner: TestOwner, svcUserId: string, name: string, content: string | Uint8Array) {
  const { status, body } = await sendFile(owner, svcUserId, name, content);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  const upload = await ended(owner, body.id);
  return { upload, entries: await entriesOf(owner, body.id) };
}
