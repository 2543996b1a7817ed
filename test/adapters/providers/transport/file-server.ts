import { createCipheriv, createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Asked, startProvider } from './provider-server.ts';

/** How a server of files behaves; each request takes the next of `breaks`. */
export interface FileBehaviour {
  /** Ignores ranges. */
  isRangeless?: boolean;
  /** Sends no more bytes than that in one answer, whatever was asked for. */
  mostBytes?: number;
  /** Refuses requests without a range of at most so many bytes. */
  maxRange?: number;
  /** Breaks the connection after so many bytes of an answer; undefined: not. */
  breaks?: (number | undefined)[] | undefined;
  /** Sends no length. */
  isUncounted?: boolean;
  /** Does not say the size of the whole file in ranges. */
  isSizeless?: boolean;
  withEtag?: boolean;
}

/** Bytes that differ everywhere, so that a part in another place is noticed. */
export function bytesOf(size: number, seed = 1): Buffer {
  return createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16)).update(Buffer.alloc(size));
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A server of one file, whose content a test may change. */
export async function startFileServer(content: Buffer, behaviour: FileBehaviour = {}) {
  const state = { content, behaviour };
  const server = await startProvider((asked, response) => answer(asked, response, state));
  return { ...server, state };
}

async function answer(
  { headers }: Asked,
  response: ServerResponse,
  { content, behaviour }: { content: Buffer; behaviour: FileBehaviour },
) {
  const {
    isRangeless,
    mostBytes = Number.POSITIVE_INFINITY,
    maxRange,
    breaks,
    isUncounted,
    isSizeless,
    withEtag = true,
  } = behaviour;
  const etag = `"${hashOf(content).slice(0, 12)}"`;
  const base = withEtag ? { etag } : {};
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const isFresh = headers['if-range'] === undefined || headers['if-range'] === etag;
  const isRange = first !== undefined && !isRangeless && isFresh;
  if (maxRange !== undefined && (!isRange || last === '' || Number(last) + 1 - Number(first) > maxRange)) {
    return void response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
  }
  const from = isRange ? Number(first) : 0;
  if (isRange && from >= content.length) {
    return void response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
  }
  const wanted = isRange && last ? Number(last) + 1 : content.length;
  const to = isRange ? Math.min(wanted, content.length, from + mostBytes) : content.length;
  const length = isUncounted ? undefined : { 'content-length': String(to - from) };
  const range = isRange && { 'content-range': `bytes ${from}-${to - 1}/${isSizeless ? '*' : content.length}` };
  if (isUncounted) response.useChunkedEncodingByDefault = false;
  response.writeHead(isRange ? 206 : 200, { ...base, ...length, ...range });
  const cut = breaks?.shift();
  if (cut === undefined || cut >= to - from) return void response.end(content.subarray(from, to));
  response.write(content.subarray(from, from + cut), () => setTimeout(() => response.destroy(), 20));
}
