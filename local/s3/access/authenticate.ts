import type { Clock } from '../../clock.ts';
import type { Guard } from '../../iam/guard.ts';
import { invalidArgument, s3Error } from '../errors.ts';
import { header, parameter, type S3Request } from '../request/request.ts';
import { readAuthorization } from './authorization-header.ts';
import type { PresentedSignature } from './presented-signature.ts';
import { readPresigned } from './presigned.ts';
import {
  type CredentialScope,
  canonicalRequest,
  signaturesMatch,
  signHex,
  signingKey,
  stringToSign,
} from './signature.ts';

export interface AuthenticationOptions {
  clock: Clock;
  /** The secret of an access key; undefined for an unknown key. */
  secretFor(accessKeyId: string): string | undefined;
  /** Decides which calls are allowed. If absent, all calls are allowed. */
  guard?: Guard | undefined;
}

/** A verified signature with its signing key, which also verifies the signatures of chunks. */
export interface Authenticated extends PresentedSignature {
  key: Buffer;
}

/**
 * Admits a request with one valid signature, in the Authorization header or in the query.
 *
 * @throws S3Error for other requests.
 * @example const authenticated = authenticate(request, access);
 */
export function authenticate(request: S3Request, options: AuthenticationOptions): Authenticated {
  const authorization = header(request, 'authorization');
  const isPresigned = ['X-Amz-Algorithm', 'X-Amz-Signature', 'X-Amz-Credential'].some((name) => has(request, name));
  const isVersion2 = has(request, 'Signature') && has(request, 'AWSAccessKeyId');
  if (authorization !== undefined && (isPresigned || isVersion2)) {
    throw invalidArgument(
      'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the Authorization header should be specified',
      'Authorization',
      authorization.replace(/Signature=.*/, 'Signature=...'),
    );
  }
  if (isVersion2 || authorization?.startsWith('AWS ')) {
    throw s3Error(
      'InvalidRequest',
      'The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.',
    );
  }
  if (authorization === undefined && !isPresigned) throw s3Error('AccessDenied', 'Access Denied');
  const presented = isPresigned
    ? readPresigned(request, options.clock.now())
    : readAuthorization(request, authorization ?? '', options.clock.now());
  return verify(request, presented, options);
}

/** The key that signs with the secret of a credential. @throws S3Error InvalidAccessKeyId for an unknown access key */
function keyOf(scope: CredentialScope, secretFor: AuthenticationOptions['secretFor']): Buffer {
  const secret = secretFor(scope.accessKeyId);
  if (secret === undefined) {
    throw s3Error('InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.', {
      AWSAccessKeyId: scope.accessKeyId,
    });
  }
  return signingKey(secret, scope);
}

function wrongSignature(accessKeyId: string, signed: string) {
  return s3Error(
    'SignatureDoesNotMatch',
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    { AWSAccessKeyId: accessKeyId, StringToSign: signed },
  );
}

function verify(request: S3Request, presented: PresentedSignature, options: AuthenticationOptions): Authenticated {
  const key = keyOf(presented.scope, options.secretFor);
  const unsigned = unsignedHeaders(request, presented);
  if (unsigned.length > 0) {
    throw s3Error('AccessDenied', 'There were headers present in the request which were not signed', {
      HeadersNotSigned: unsigned.join(', '),
    });
  }
  const signed = stringToSign(
    presented.timestamp,
    presented.scope,
    canonicalRequest({
      method: request.method,
      rawPath: request.rawPath,
      query: request.query.filter(({ name }) => name !== 'X-Amz-Signature'),
      headers: presented.signedHeaders.map((name) => ({ name, value: signedValue(request, name) })),
      payload: presented.payload,
    }),
  );
  if (!signaturesMatch(signHex(key, signed), presented.signature)) {
    throw wrongSignature(presented.scope.accessKeyId, signed);
  }
  return { ...presented, key };
}

/** The unsigned ones of the headers that must be signed, the host and every `x-amz-*` header: a proxy could add these. */
function unsignedHeaders(request: S3Request, presented: PresentedSignature): string[] {
  const signed = new Set(presented.signedHeaders);
  return Object.keys(request.message.headers).filter((name) => {
    if (signed.has(name)) return false;
    return name === 'host' || (name.startsWith('x-amz-') && name !== 'x-amz-content-sha256');
  });
}

/** The value of a header as signatures cover it: repeated headers are joined without the blank that Node adds. */
function signedValue(request: S3Request, name: string): string {
  const values: string[] = [];
  const { rawHeaders } = request.message;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === name) values.push((rawHeaders[i + 1] ?? '').trim());
  }
  return values.join(',');
}

function has(request: S3Request, name: string): boolean {
  return parameter(request, name) !== undefined;
}
