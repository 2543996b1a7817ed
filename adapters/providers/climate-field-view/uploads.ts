import { createHash } from 'node:crypto';
import * as z from 'zod';
import { providerIdSchema } from '../../../domain/providers/provider-id.ts';
import { acceptedBy } from '../accepted-by.ts';
import type { OpenAccount } from '../account.ts';
import { jsonOf, nothing } from '../transport/expects.ts';

const name = 'Climate FieldView';
/** All parts but the last have so many bytes. */
const partBytes = 5 * 1024 * 1024;

const statusSchema = z.looseObject({ status: z.string() });

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
    expects: jsonOf(providerIdSchema),
    ...patience,
  });
  return acceptedBy(name, outcome);
}

/** The bytes of a part: the first one, and that after its last. */
interface Part {
  start: number;
  end: number;
}

/** The parts of an upload, in order. */
export function partsOf({ length }: Uint8Array): Part[] {
  return Array.from({ length: Math.ceil(length / partBytes) }, (_, index) => {
    return { start: index * partBytes, end: Math.min((index + 1) * partBytes, length) };
  });
}

/** Sends all parts. */
export async function sendParts(
  account: OpenAccount,
  id: string,
  content: Uint8Array,
  patience: Patience = {},
): Promise<void> {
  for (const part of partsOf(content)) await sendPart(account, id, content, part, patience);
}

/** Sends one part. If it was the last one that arrived, nothing changes. */
export async function sendPart(
  { transport, api }: OpenAccount,
  id: string,
  content: Uint8Array,
  { start, end }: Part,
  patience: Patience = {},
): Promise<void> {
  const outcome = await transport.send({
    method: 'PUT',
    url: new URL(`${api}/uploads/${encodeURIComponent(id)}`),
    headers: { 'content-range': `bytes ${start}-${end - 1}/${content.length}` },
    body: { bytes: content.subarray(start, end), contentType: 'application/octet-stream' },
    expects: nothing,
    ...patience,
  });
  acceptedBy(name, outcome);
}

/** What has become of an upload, such as `IMPORTING`; undefined if the provider does not know it. */
export async function askStatus({ transport, api }: OpenAccount, id: string): Promise<string | undefined> {
  const url = new URL(`${api}/uploads/${encodeURIComponent(id)}/status`);
  const outcome = await transport.send({ url, expects: jsonOf(statusSchema) });
  if (outcome.kind === 'failed' && outcome.failure.kind === 'missing') return undefined;
  return acceptedBy(name, outcome).status;
}
