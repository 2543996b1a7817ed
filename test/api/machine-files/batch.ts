import type * as z from 'zod';
import type { batchSchema } from '../../../domain/machine-files/batch.ts';
import type { machineFileSchema } from '../../../domain/machine-files/machine-file.ts';
import { zipOf } from '../../adapters/machine-files/harvest-text.ts';
import type { Answer, Sent, TestOwner } from '../owner.ts';
import { askUntil, sendForm } from '../send-form.ts';

export type ShownBatch = z.infer<typeof batchSchema>;
export type ShownFile = z.infer<typeof machineFileSchema>;

export const operationsService = '/services/operations/api';

const maxProcessingMilliseconds = 120_000;

/** Sends an archive as a browser's form does. */
export function sendBatch<T = ShownBatch>(
  owner: TestOwner,
  svcUserId: string,
  name: string,
  content: string | Uint8Array,
  { query = '', ...sent }: Sent & { query?: string } = {},
): Promise<Answer<T>> {
  return sendForm(owner, `${operationsService}/batch?svcUserId=${svcUserId}${query}`, name, content, sent);
}

/** Polls a batch until it has ended. */
export function endedBatch(owner: TestOwner, id: string): Promise<ShownBatch> {
  const path = `${operationsService}/batch/${id}`;
  return askUntil(owner, path, ({ status }) => /^(PROCESSED|FAILED)$/.test(status), maxProcessingMilliseconds);
}

/** Sends an archive, waits for its end, and returns the result. */
export async function processed(owner: TestOwner, svcUserId: string, name: string, content: string | Uint8Array) {
  const { status, body } = await sendBatch(owner, svcUserId, name, content);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  const batch = await endedBatch(owner, body.id);
  const { body: files } = await owner.get<ShownFile[]>(`${operationsService}/files?batchId=${batch.id}&size=100`);
  return { batch, files };
}

/** Fetches a download without the bearer token, which its other origin would refuse. */
export async function downloaded(owner: TestOwner, address = ''): Promise<Response> {
  const headers = { accept: 'application/vnd.furrow.link+json' };
  const { body } = await owner.get<{ url: string }>(address, { headers });
  return fetch(body.url);
}

/** A batch in which nothing was recognised. */
export async function failedBatch(owner: TestOwner, svcUserId: string): Promise<ShownBatch> {
  return (await processed(owner, svcUserId, 'notes.zip', zipOf({ 'notes.doc': 'words' }))).batch;
}
