import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { s3Error } from '../errors.ts';

/** A parsed request whose body has not been read. */
export interface S3Request {
  id: string;
  method: string;
  /** Empty when the request is for the service itself. */
  bucket: string;
  /** Empty when the request is for the bucket itself. */
  key: string;
  /** The path as it was sent, which signatures cover. */
  rawPath: string;
  query: QueryParameter[];
  message: IncomingMessage;
  /** Answers `Expect: 100-continue`; called when the body is read. */
  askForBody(): void;
}

export interface QueryParameter {
  name: string;
  value: string;
  /** False for `?uploads`, true for `?uploads=`. */
  hasValue: boolean;
}

/** Maximum bytes of a key. Source: "the name for a key is a sequence of Unicode characters whose UTF-8 encoding is up to 1,024 bytes". */
const maxKeyBytes = 1024;

/** Parses a request. `ownHost` is the name or address on which the engine listens. */
export function readRequest(message: IncomingMessage, id: string, ownHost: string, askForBody: () => void): S3Request {
  const target = (message.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '').replace(/^(?!\/)/, '/');
  const mark = target.indexOf('?');
  const rawPath = mark < 0 ? target : target.slice(0, mark);
  const path = decode(rawPath.slice(1));
  const hostBucket = bucketOfHost(message.headers.host ?? '', ownHost);
  const slash = path.indexOf('/');
  const [bucket, key] =
    hostBucket !== undefined
      ? [hostBucket, path]
      : slash < 0
        ? [path, '']
        : [path.slice(0, slash), path.slice(slash + 1)];
  const query = mark < 0 ? [] : readQuery(target.slice(mark + 1));
  return { id, method: message.method ?? 'GET', bucket, key, rawPath, query, message, askForBody };
}

/**
 * The first value of a query parameter; names are case-sensitive.
 *
 * @example parameter(request, 'prefix') // 'a/' for `?prefix=a/`
 */
export function parameter(request: S3Request, name: string): string | undefined {
  return request.query.find((entry) => entry.name === name)?.value;
}

/**
 * A header of a request, by its name in lower case; repeated headers are joined with commas.
 *
 * @example const authorization = header(request, 'authorization');
 */
export function header(request: S3Request, name: string): string | undefined {
  const value = request.message.headers[name];
  return Array.isArray(value) ? value.join(',') : value;
}

/**
 * An `x-amz-*` header, or the query parameter of that name: presigned URLs carry such headers as parameters.
 *
 * @example const size = amzHeader(request, 'x-amz-mp-object-size');
 */
export function amzHeader(request: S3Request, name: string): string | undefined {
  return header(request, name) ?? request.query.find((entry) => entry.name.toLowerCase() === name)?.value;
}

/**
 * The names of a request's `x-amz-*` headers and query parameters, in lower case and without repetitions.
 * @example amzHeaderNames(request).some((name) => name.startsWith('x-amz-checksum-'))
 */
export function amzHeaderNames(request: S3Request): string[] {
  const all = [...Object.keys(request.message.headers), ...request.query.map((entry) => entry.name.toLowerCase())];
  return [...new Set(all.filter((name) => name.startsWith('x-amz-')))];
}

/** Checks the length of a key. @throws S3Error KeyTooLongError */
export function checkKey(key: string): void {
  const bytes = Buffer.byteLength(key);
  if (bytes <= maxKeyBytes) return;
  throw s3Error('KeyTooLongError', 'Your key is too long', {
    Size: String(bytes),
    MaxSizeAllowed: String(maxKeyBytes),
  });
}

/** The bucket in a host name such as `bucket.localhost`, `bucket.<own host>` or `bucket.s3.<region>.amazonaws.com`. */
function bucketOfHost(hostHeader: string, ownHost: string): string | undefined {
  const host = hostHeader.replace(/:\d+$/, '').toLowerCase();
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  for (const base of ['localhost', 'host.docker.internal', isIP(ownHost) === 0 ? ownHost.toLowerCase() : 'localhost']) {
    if (host === base) return undefined;
    if (host.endsWith(`.${base}`)) return host.slice(0, -base.length - 1);
  }
  const service = Math.max(host.lastIndexOf('.s3.'), host.lastIndexOf('.s3-'));
  return service > 0 && host.endsWith('.amazonaws.com') ? host.slice(0, service) : undefined;
}

function readQuery(query: string): QueryParameter[] {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      const name = equals < 0 ? pair : pair.slice(0, equals);
      const value = equals < 0 ? '' : pair.slice(equals + 1);
      return {
        name: decode(name.replaceAll('+', ' ')),
        value: decode(value.replaceAll('+', ' ')),
        hasValue: equals >= 0,
      };
    });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw s3Error('InvalidURI', "Couldn't parse the specified URI.", { URI: text.slice(0, 1024) });
  }
}
