import { createHash } from 'node:crypto';
import type { Authenticated } from '../access/authenticate.ts';
import { invalidArgument, notImplemented, s3Error } from '../errors.ts';
import {
  type ChecksumAlgorithm,
  type ClaimedChecksum,
  checksumHeader,
  checksumMismatch,
  checksumValue,
  claimedChecksum,
  startChecksum,
} from './checksums.ts';
import { decodeChunks, malformedTrailer } from './chunked-body.ts';
import { header, type S3Request } from './request.ts';

/** A completely received body that matches the sender's length and checksums. */
export interface Received {
  size: number;
  /** Hex. */
  md5: string;
  checksum?: { algorithm: ChecksumAlgorithm; value: string };
}

type Sink = (chunk: Buffer) => Promise<void> | void;

export interface ReceiveOptions {
  /** Maximum size in bytes; a longer body is EntityTooLarge. */
  limit: number;
  /** An algorithm to compute even if the client named none. */
  algorithm?: ChecksumAlgorithm | undefined;
  /** Set when checksum headers do not refer to the body. */
  ignoresChecksumHeaders?: boolean;
}

/** Maximum bytes of an object that is uploaded in one request. Source: "Upload an object in a single operation: up to 5 GB", S3 user guide. */
export const maxBody = 5 * 1024 ** 3;

/**
 * Streams a request's body into `sink` and checks everything that the client has stated about it: length,
 * SHA-256, Content-MD5, checksum header or trailer, chunk signatures.
 */
export async function receiveBody(
  request: S3Request,
  authenticated: Authenticated,
  sink: Sink,
  options: ReceiveOptions,
): Promise<Received> {
  const claim = options.ignoresChecksumHeaders ? undefined : claimedChecksum(request);
  const claimedMd5 = contentMd5(request);
  const trailers = new Map<string, string>();
  const payload = payloadKind(request, authenticated);
  const length = declaredLength(request, payload.chunked);
  if (length > options.limit) throw tooLarge(length, options.limit);

  const md5 = createHash('md5');
  const sha256 = payload.sha256 === undefined ? undefined : createHash('sha256');
  const algorithm = claim?.algorithm ?? options.algorithm;
  const checksum = algorithm && startChecksum(algorithm);
  let size = 0;
  await withBody(request, async (bytes) => {
    for await (const chunk of payload.chunked ? decodeChunks(bytes, payload.signing, trailers) : bytes) {
      size += chunk.length;
      if (size > length) throw incompleteBody();
      md5.update(chunk);
      sha256?.update(chunk);
      checksum?.update(chunk);
      await sink(chunk);
    }
  });
  if (size !== length) throw incompleteBody();

  const digest = md5.digest();
  if (claimedMd5 && !claimedMd5.equals(digest)) {
    throw s3Error('BadDigest', 'The Content-MD5 you specified did not match what we received.');
  }
  if (sha256 && sha256.digest('hex') !== payload.sha256) {
    throw s3Error(
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    );
  }
  const value = checksum?.digest().toString('base64');
  if (claim && claimedValue(claim, trailers) !== value) throw checksumMismatch(claim.algorithm);
  return { size, md5: digest.toString('hex'), ...(algorithm && value && { checksum: { algorithm, value } }) };
}

/** Lets the client send its body, passes it to `use`, and keeps the connection even if `use` stops early. */
export async function withBody<T>(request: S3Request, use: (bytes: AsyncIterable<Buffer>) => Promise<T>): Promise<T> {
  request.askForBody();
  const bytes: NodeJS.AsyncIterator<Buffer> = request.message.iterator({ destroyOnReturn: false });
  try {
    return await use(bytes);
  } finally {
    await bytes.return?.();
  }
}

/**
 * Reads a small document, such as a list of keys to delete.
 *
 * @example const root = parseXml(await receiveText(request, authenticated, { limit: maxDocument }));
 */
export async function receiveText(
  request: S3Request,
  authenticated: Authenticated,
  options: ReceiveOptions,
): Promise<string> {
  const chunks: Buffer[] = [];
  await receiveBody(request, authenticated, (chunk) => void chunks.push(chunk), options);
  return Buffer.concat(chunks).toString('utf8');
}

interface PayloadKind {
  chunked: boolean;
  signing?: { key: Buffer; scope: Authenticated['scope']; timestamp: string; seedSignature: string };
  /** Hex. */
  sha256?: string;
}

function payloadKind(request: S3Request, authenticated: Authenticated): PayloadKind {
  const { payload, key, scope, timestamp, signature } = authenticated;
  const unsignedHeader = header(request, 'x-amz-content-sha256');
  const kind = payload === 'UNSIGNED-PAYLOAD' && authenticated.isPresigned ? (unsignedHeader ?? payload) : payload;
  switch (kind) {
    case 'UNSIGNED-PAYLOAD':
      return { chunked: false };
    case 'STREAMING-UNSIGNED-PAYLOAD-TRAILER':
      return { chunked: true };
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD':
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER':
      return { chunked: true, signing: { key, scope, timestamp, seedSignature: signature } };
  }
  if (kind.startsWith('STREAMING-')) throw notImplemented(`x-amz-content-sha256: ${kind}`);
  if (!/^[0-9a-f]{64}$/i.test(kind)) {
    throw invalidArgument(
      'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-UNSIGNED-PAYLOAD-TRAILER, STREAMING-AWS4-HMAC-SHA256-PAYLOAD, STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER or a valid sha256 value.',
      'x-amz-content-sha256',
      kind,
    );
  }
  return { chunked: false, sha256: kind.toLowerCase() };
}

function declaredLength(request: S3Request, isChunked: boolean): number {
  const name = isChunked ? 'x-amz-decoded-content-length' : 'content-length';
  const length = header(request, name);
  if (length === undefined || !/^\d{1,15}$/.test(length)) {
    throw s3Error('MissingContentLength', `You must provide the ${name} HTTP header.`);
  }
  return Number(length);
}

function contentMd5(request: S3Request): Buffer | undefined {
  const value = header(request, 'content-md5');
  if (value === undefined) return undefined;
  const digest = Buffer.from(value, 'base64');
  if (digest.length !== 16) throw s3Error('InvalidDigest', 'The Content-MD5 you specified was invalid.');
  return digest;
}

function claimedValue(claim: ClaimedChecksum, trailers: Map<string, string>): string {
  if (claim.value !== undefined) return claim.value;
  const value = trailers.get(checksumHeader(claim.algorithm));
  if (value === undefined) throw malformedTrailer();
  return checksumValue(claim.algorithm, value);
}

export function tooLarge(size: number, limit: number) {
  return s3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
    ProposedSize: String(size),
    MaxSizeAllowed: String(limit),
  });
}

function incompleteBody() {
  return s3Error(
    'IncompleteBody',
    'You did not provide the number of bytes specified by the Content-Length HTTP header.',
  );
}
