import { createHash } from 'node:crypto';
import { type CredentialScope, scopeText, sha256Hex, signaturesMatch, signHex } from '../access/signature.ts';
import { s3Error } from '../errors.ts';

/** The key of the signatures of chunks. Each covers the signature before it, the first that of the request. */
export interface ChunkSigning {
  key: Buffer;
  scope: CredentialScope;
  timestamp: string;
  seedSignature: string;
}

/** Maximum bytes of a line: a chunk's length and signature, or a checksum in the trailer. S3 publishes no limit. */
const maxLine = 4096;

/**
 * Removes the `aws-chunked` framing from a body and passes the bytes on as they arrive, without buffering whole chunks.
 *
 * @param signing set if each chunk is signed; a wrong signature is detected at the end of its chunk
 * @param trailers receives the names (lower case) and values that follow the last chunk
 * @throws S3Error SignatureDoesNotMatch, IncompleteBody, MalformedTrailerError
 */
export async function* decodeChunks(
  source: AsyncIterable<Buffer>,
  signing: ChunkSigning | undefined,
  trailers: Map<string, string>,
): AsyncGenerator<Buffer> {
  const reader = byteReader(source);
  let previous = signing?.seedSignature ?? '';
  for (;;) {
    const { size, signature } = parseChunkHeader(await reader.line());
    const hash = createHash('sha256');
    for (let left = size; left > 0; ) {
      const piece = await reader.take(left);
      if (signing) hash.update(piece);
      left -= piece.length;
      yield piece;
    }
    if (size > 0 && (await reader.line()) !== '') throw incomplete();
    if (signing) {
      const expected = signChunk(signing, previous, hash.digest('hex'));
      if (!signaturesMatch(expected, signature)) throw chunkMismatch();
      previous = expected;
    }
    if (size === 0) break;
  }
  await readTrailers(reader, trailers);
  if (signing && trailers.size > 0) verifyTrailers(signing, previous, trailers);
}

function parseChunkHeader(line: string): { size: number; signature: string } {
  const match = /^([0-9a-fA-F]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?$/.exec(line);
  if (!match) throw incomplete();
  return { size: Number.parseInt(match[1] ?? '', 16), signature: match[2] ?? '' };
}

function signChunk(signing: ChunkSigning, previous: string, hash: string): string {
  const { timestamp, scope, key } = signing;
  return signHex(
    key,
    ['AWS4-HMAC-SHA256-PAYLOAD', timestamp, scopeText(scope), previous, sha256Hex(''), hash].join('\n'),
  );
}

function verifyTrailers(signing: ChunkSigning, previous: string, trailers: Map<string, string>): void {
  const signature = trailers.get('x-amz-trailer-signature') ?? '';
  trailers.delete('x-amz-trailer-signature');
  const text = [...trailers].map(([name, value]) => `${name}:${value}\n`).join('');
  const { timestamp, scope, key } = signing;
  const signed = ['AWS4-HMAC-SHA256-TRAILER', timestamp, scopeText(scope), previous, sha256Hex(text)].join('\n');
  if (!signaturesMatch(signHex(key, signed), signature)) throw chunkMismatch();
}

async function readTrailers(reader: ByteReader, trailers: Map<string, string>): Promise<void> {
  while (!(await reader.ended())) {
    const line = await reader.line();
    if (line === '') continue;
    const colon = line.indexOf(':');
    if (colon <= 0 || trailers.size > 8) throw malformedTrailer();
    trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
}

interface ByteReader {
  /** Reads one line, without its CRLF. */
  line(): Promise<string>;
  /** Reads between one and `max` bytes. */
  take(max: number): Promise<Buffer>;
  ended(): Promise<boolean>;
}

function byteReader(source: AsyncIterable<Buffer>): ByteReader {
  const iterator = source[Symbol.asyncIterator]();
  let buffer: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const next = await iterator.next();
    if (next.done) return false;
    buffer = buffer.length === 0 ? next.value : Buffer.concat([buffer, next.value]);
    return true;
  };
  return {
    async line() {
      for (;;) {
        const end = buffer.indexOf('\r\n');
        if (end > maxLine || (end < 0 && buffer.length > maxLine)) throw incomplete();
        if (end >= 0) {
          const line = buffer.toString('latin1', 0, end);
          buffer = buffer.subarray(end + 2);
          return line;
        }
        if (!(await more())) throw incomplete();
      }
    },
    async take(max) {
      while (buffer.length === 0) if (!(await more())) throw incomplete();
      const taken = buffer.subarray(0, max);
      buffer = buffer.subarray(taken.length);
      return taken;
    },
    async ended() {
      while (buffer.length === 0) if (!(await more())) return true;
      return false;
    },
  };
}

export function malformedTrailer() {
  return s3Error(
    'MalformedTrailerError',
    'The request contained trailing data that was not well-formed or did not conform to our published schema.',
  );
}

function incomplete() {
  return s3Error('IncompleteBody', 'The request body terminated unexpectedly');
}

function chunkMismatch() {
  return s3Error('SignatureDoesNotMatch', 'The signature of a chunk or trailer does not match the one we calculated.');
}
