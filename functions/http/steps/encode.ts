import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Headers and the body of a response that a browser may have compressed. Names of headers are in lower case. */
export interface Encoded {
  headers: Record<string, string>;
  /** Absent if the client has this very content. */
  body?: Uint8Array | undefined;
}

/** Smaller bodies fit into the packet of their headers. */
const minBytes = 1_000;
/** Larger bodies are kept compressed: they are the same for all callers of an installation's few base URLs. */
const keptBytes = 200_000;
const maxKept = 6;
const kept = new Map<string, Uint8Array>();

const texts = /^(text\/|application\/(json|javascript)\b|image\/svg\+xml)/;

/**
 * Compresses public content with brotli or gzip, as the client accepts, and answers a client that has it already without a body. Content that may not be
 * stored, or that is compressed, stays as it is.
 *
 * @param headers of the response, with its `content-type`.
 * @param asked headers of the request.
 */
export function encode(
  content: string | Uint8Array,
  headers: Record<string, string>,
  asked: Readonly<Record<string, string | undefined>>,
): Encoded {
  const body = Buffer.from(content as string);
  const isText = texts.test(headers['content-type'] ?? '');
  if (!isText || headers['content-encoding'] || headers['cache-control']?.includes('no-store'))
    return { headers, body };
  const coding = body.length < minBytes ? undefined : acceptedCoding(asked['accept-encoding']);
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const etag = `"${digest}${coding ? `-${coding}` : ''}"`;
  const told = { ...headers, etag, vary: varyBy(headers.vary, 'accept-encoding') };
  if (isKnown(etag, asked['if-none-match'])) return { headers: told };
  if (!coding) return { headers: told, body };
  return { headers: { ...told, 'content-encoding': coding }, body: compressed(body, coding, etag) };
}

/**
 * The coding that a client accepts of those that we know; brotli before gzip.
 *
 * @example acceptedCoding('gzip, br;q=0') // 'gzip'
 */
export function acceptedCoding(header = ''): 'br' | 'gzip' | undefined {
  const accepted = header.split(',').flatMap((part) => {
    const [name = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
    const quality = parameters.find((one) => one.startsWith('q='))?.slice('q='.length) ?? '1';
    return Number(quality) > 0 ? [name] : [];
  });
  return (['br', 'gzip'] as const).find((coding) => accepted.includes(coding));
}

/** Whether the tag is among those that the client holds; a proxy may have marked it as weak. */
function isKnown(etag: string, held = ''): boolean {
  return held.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
}

function varyBy(vary: string | undefined, name: string): string {
  const names = vary?.split(',').map((one) => one.trim()) ?? [];
  return names.includes(name) ? names.join(', ') : [...names, name].join(', ');
}

function compressed(body: Buffer, coding: 'br' | 'gzip', etag: string): Uint8Array {
  const known = kept.get(etag);
  if (known) return known;
  // Higher qualities take seconds for the largest documents, and save a tenth.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  const made = coding === 'br' ? brotliCompressSync(body, { params }) : gzipSync(body);
  if (body.length >= keptBytes) {
    const [oldest] = kept.keys();
    if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest);
    kept.set(etag, made);
  }
  return made;
}
