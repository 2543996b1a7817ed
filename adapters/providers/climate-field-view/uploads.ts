import { createHash } from 'node:crypto';
import * as z from 'zod';
import { acceptedBy } from '../accepted-by.ts';
import type { OpenAccount } from '../open-account.ts';
import { jsonOf, nothing } from '../transport/expects.ts';

const name = 'Climate FieldView';
/** All parts but the last have so many bytes. */
const partBytes = 5 * 1024 * 1024;

const idSchema = z.string().min(1).max(100);

/** The sum of an upload, in hexadecimal, as the provider's own sample sends it. */
export const sumOf = (content: Uint8Array): string => createHash('md5').update(content).digest('hex');

/** How long an answer is waited for, in milliseconds; as usual unless said. */
interface Patience {
  waitMilliseconds?: number;
}

/** Announces an upload, whose id is the answer. */
export async function beginUpload(
  { transport, api }: OpenAccount,
  { contentType, content, metadata }: { contentType: string; content: Uint8Array; metadata?: object },
  patience: Patience = {},
): Promise<string> {
  const outcome = await transport.send({
    method: 'POST',
    url: new URL(`${api}/uploads`),
    body: { json: { contentType, md5: sumOf(content), length: content.length, ...(metadata && { metadata }) } },
    expects: jsonOf(idSchema),
    ...patience,
  });
  return acceptedBy(name, outcome);
}

/** Sends all parts. A part that is there already changes nothing. */
export async function sendParts(
  { transport, api }: OpenAccount,
  id: string,
  content: Uint8Array,
  patience: Patience = {},
): Promise<void> {
  for (let start = 0; start < content.length; start += partBytes) {
    const bytes = content.subarray(start, start + partBytes);
    const outcome = await transport.send({
      method: 'PUT',
      url: new URL(`${api}/uploads/${encodeURIComponent(id)}`),
      headers: { 'content-range': `bytes ${start}-${start + bytes.length - 1}/${content.length}` },
      body: { bytes, contentType: 'application/octet-stream' },
      expects: nothing,
      ...patience,
    });
    acceptedBy(name, outcome);
  }
}
