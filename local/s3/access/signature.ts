import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The scope of a credential: an access key, and the day, region and service for which its signatures are valid. */
export interface CredentialScope {
  accessKeyId: string;
  /** `YYYYMMDD`. */
  date: string;
  region: string;
  service: string;
}

export const signingAlgorithm = 'AWS4-HMAC-SHA256';

/** The signed parts of a request. */
export interface SignedParts {
  method: string;
  rawPath: string;
  query: { name: string; value: string }[];
  /** In signing order: names in lower case, sorted. */
  headers: { name: string; value: string }[];
  /** Hex SHA-256 of the body, or a word such as `UNSIGNED-PAYLOAD`. */
  payload: string;
}

/** The request in the form that Signature Version 4 signs for S3 (the path is encoded once). */
export function canonicalRequest(parts: SignedParts): string {
  const query = parts.query
    .map(({ name, value }) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x < y ? -1 : x > y ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`);
  return [
    parts.method,
    parts.rawPath
      .split('/')
      .map((segment) => encode(decodeURIComponent(segment)))
      .join('/'),
    query.join('&'),
    ...parts.headers.map(({ name, value }) => `${name}:${value.trim().replace(/ +/g, ' ')}`),
    '',
    parts.headers.map(({ name }) => name).join(';'),
    parts.payload,
  ].join('\n');
}

export function stringToSign(timestamp: string, scope: CredentialScope, canonical: string): string {
  return [signingAlgorithm, timestamp, scopeText(scope), sha256Hex(canonical)].join('\n');
}

export function scopeText(scope: CredentialScope): string {
  return `${scope.date}/${scope.region}/${scope.service}/aws4_request`;
}

/**
 * Reads `accessKey/date/region/service/aws4_request`; undefined when it is not of that form.
 *
 * @example parseCredential('key/20260501/us-east-1/s3/aws4_request')?.service // 's3'
 */
export function parseCredential(credential: string): CredentialScope | undefined {
  const match = /^([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request$/.exec(credential);
  if (!match) return undefined;
  const [, accessKeyId = '', date = '', region = '', service = ''] = match;
  return { accessKeyId, date, region, service };
}

export function signingKey(secret: string, scope: CredentialScope): Buffer {
  return [scope.date, scope.region, scope.service, 'aws4_request'].reduce<Buffer>(
    (key, text) => hmac(key, text),
    Buffer.from(`AWS4${secret}`),
  );
}

/**
 * The signature of a text in hexadecimal (HMAC-SHA256).
 *
 * @example const signature = signHex(key, stringToSign(timestamp, scope, canonical));
 */
export function signHex(key: Buffer, text: string): string {
  return hmac(key, text).toString('hex');
}

/**
 * Compares in constant time, which does not reveal where two signatures differ.
 *
 * @example signaturesMatch(signHex(key, text), signature) // false for a changed text
 */
export function signaturesMatch(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

export function sha256Hex(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

/**
 * Milliseconds since the epoch of `YYYYMMDDTHHMMSSZ`, or undefined.
 *
 * @example parseTimestamp('19700101T000001Z') // 1000
 */
export function parseTimestamp(text: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export function formatTimestamp(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
