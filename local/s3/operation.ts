import type { Authenticated, AuthenticationOptions } from './access/authenticate.ts';
import type { Bucket } from './files/bucket.ts';
import type { Store } from './files/store.ts';
import type { S3Request } from './request/request.ts';

/** Request, store and services of an operation. */
export interface ServiceCall {
  store: Store;
  request: S3Request;
  access: AuthenticationOptions;
}

/** A call whose bucket exists and whose signature is right. */
export interface SignedCall extends ServiceCall {
  bucket: Bucket;
  authenticated: Authenticated;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** XML, or a range of bytes of an open file, which the server closes after sending. */
  body?: string | FileSlice;
}

export interface FileSlice {
  descriptor: number;
  first: number;
  length: number;
}

/**
 * An answer with an XML document, with status 200 by default.
 *
 * @example return xmlAnswer(document('LocationConstraint', []));
 */
export function xmlAnswer(body: string, status = 200, headers: Record<string, string> = {}): Answer {
  return { status, headers: { 'content-type': 'application/xml', ...headers }, body };
}
