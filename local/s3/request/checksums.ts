import { createHash } from 'node:crypto';
import { notImplemented, s3Error } from '../errors.ts';
import type { Hasher } from './crc.ts';
import {
  crc32cHasher,
  crc32cPolynomial,
  crc32Hasher,
  crc32Polynomial,
  crc64NvmeHasher,
  crc64NvmePolynomial,
} from './crc.ts';
import { combineCrc } from './crc-combine.ts';
import { amzHeader, amzHeaderNames, type S3Request } from './request.ts';

export type ChecksumAlgorithm = 'CRC32' | 'CRC32C' | 'CRC64NVME' | 'SHA1' | 'SHA256';

/** The kind of checksum of a multipart object: over its bytes, or over the checksums of its parts. */
export type ChecksumType = 'FULL_OBJECT' | 'COMPOSITE';

/** A checksum as it is stored beside an object; `value` is base64, followed by `-<parts>` if it is composite. */
export interface Checksum {
  algorithm: ChecksumAlgorithm;
  type: ChecksumType;
  value: string;
}

/** The checksum that a client claims for its body; without `value`, the checksum follows in the trailer. */
export interface ClaimedChecksum {
  algorithm: ChecksumAlgorithm;
  value?: string;
}

interface Algorithm {
  bytes: number;
  create(): Hasher;
  polynomial?: bigint;
}

const algorithms: Record<ChecksumAlgorithm, Algorithm> = {
  CRC32: { bytes: 4, create: crc32Hasher, polynomial: crc32Polynomial },
  CRC32C: { bytes: 4, create: crc32cHasher, polynomial: crc32cPolynomial },
  CRC64NVME: { bytes: 8, create: crc64NvmeHasher, polynomial: crc64NvmePolynomial },
  SHA1: { bytes: 20, create: () => createHash('sha1') },
  SHA256: { bytes: 32, create: () => createHash('sha256') },
};

const prefix = 'x-amz-checksum-';
/** Headers with the prefix of checksums that contain no checksum. */
const notChecksums = new Set(['x-amz-checksum-algorithm', 'x-amz-checksum-mode', 'x-amz-checksum-type']);

/**
 * Starts a checksum over bytes that follow in chunks.
 *
 * @example const checksum = startChecksum('CRC32');
 */
export function startChecksum(algorithm: ChecksumAlgorithm): Hasher {
  return algorithms[algorithm].create();
}

/**
 * The header with a checksum of an algorithm.
 *
 * @example checksumHeader('CRC32') // 'x-amz-checksum-crc32'
 */
export function checksumHeader(algorithm: ChecksumAlgorithm): string {
  return prefix + algorithm.toLowerCase();
}

/**
 * Parses the name of an algorithm, in any case.
 *
 * @throws S3Error NotImplemented for an unknown name.
 * @example checksumAlgorithm('crc32c') // 'CRC32C'
 */
export function checksumAlgorithm(name: string): ChecksumAlgorithm {
  const upper = name.toUpperCase();
  if (Object.hasOwn(algorithms, upper)) return upper as ChecksumAlgorithm;
  throw notImplemented(`checksum algorithm ${name}`);
}

/**
 * The checksum that a request announces, in a header, in a parameter of a presigned URL or in the trailer. As in S3, a
 * presigned URL with the checksum of an empty body accepts only an empty body.
 */
export function claimedChecksum(request: S3Request): ClaimedChecksum | undefined {
  const names = amzHeaderNames(request).filter((name) => name.startsWith(prefix) && !notChecksums.has(name));
  const trailer = amzHeader(request, 'x-amz-trailer')?.trim().toLowerCase();
  if (trailer?.startsWith(prefix)) {
    if (names.length > 0) throw severalChecksums();
    return { algorithm: checksumAlgorithm(trailer.slice(prefix.length)) };
  }
  const [name] = names;
  if (name === undefined) return undefined;
  if (names.length > 1) throw severalChecksums();
  const algorithm = checksumAlgorithm(name.slice(prefix.length));
  return { algorithm, value: checksumValue(algorithm, amzHeader(request, name) ?? '') };
}

/** Checks that a value has the form of a checksum of the algorithm. */
export function checksumValue(algorithm: ChecksumAlgorithm, value: string): string {
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length !== algorithms[algorithm].bytes || bytes.toString('base64') !== value) {
    throw s3Error('InvalidRequest', `Value for ${checksumHeader(algorithm)} header is invalid.`);
  }
  return value;
}

/**
 * The error BadDigest (400) of a body with another checksum than the client's.
 *
 * @example if (claim && claim.value !== value) throw checksumMismatch(claim.algorithm);
 */
export function checksumMismatch(algorithm: ChecksumAlgorithm) {
  return s3Error('BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`);
}

/** The type that S3 chooses for a multipart upload with an algorithm and no type. */
export function defaultChecksumType(algorithm: ChecksumAlgorithm): ChecksumType {
  return algorithm === 'CRC64NVME' ? 'FULL_OBJECT' : 'COMPOSITE';
}

export function supportsType(algorithm: ChecksumAlgorithm, type: ChecksumType): boolean {
  return type === 'FULL_OBJECT' ? algorithms[algorithm].polynomial !== undefined : algorithm !== 'CRC64NVME';
}

/** The checksum of a multipart object, from the checksums of its parts. */
export function checksumOfParts(
  algorithm: ChecksumAlgorithm,
  type: ChecksumType,
  parts: { checksum: string; size: number }[],
): Checksum {
  const digests = parts.map((part) => Buffer.from(part.checksum, 'base64'));
  if (type === 'COMPOSITE') {
    const value = startChecksum(algorithm);
    for (const digest of digests) value.update(digest);
    return { algorithm, type, value: `${value.digest().toString('base64')}-${parts.length}` };
  }
  const { polynomial = 0n, bytes } = algorithms[algorithm];
  const value = digests.reduce<Buffer>(
    (sum, digest, i) => combineCrc(polynomial, bytes * 8, sum, digest, parts[i]?.size ?? 0),
    Buffer.alloc(bytes),
  );
  return { algorithm, type, value: value.toString('base64') };
}

function severalChecksums() {
  return s3Error(
    'InvalidRequest',
    'Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.',
  );
}
