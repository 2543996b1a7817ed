import { s3Error } from '../errors.ts';
import { header, parameter, type S3Request } from '../request/request.ts';
import { allowedSkewMilliseconds, type PresentedSignature, scopeProblem } from './presented-signature.ts';
import { parseCredential, parseTimestamp, signingAlgorithm } from './signature.ts';

/** Source: "X-Amz-Expires must be less than a week", S3 API reference, query string authentication. */
const maxSeconds = 7 * 24 * 60 * 60;

/** Reads the signature of a presigned URL. @throws S3Error AccessDenied for a URL that has expired or is not yet valid */
export function readPresigned(request: S3Request, now: number): PresentedSignature {
  const need = (name: string) => {
    const value = parameter(request, name);
    if (value === undefined || value === '') {
      throw wrongParameters(
        'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
      );
    }
    return value;
  };
  if (need('X-Amz-Algorithm') !== signingAlgorithm) {
    throw wrongParameters('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256"');
  }
  const scope = parseCredential(need('X-Amz-Credential'));
  if (!scope) {
    throw wrongParameters(
      'Error parsing the X-Amz-Credential parameter; the Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".',
    );
  }
  const timestamp = need('X-Amz-Date');
  const time = parseTimestamp(timestamp);
  if (time === undefined)
    throw wrongParameters("X-Amz-Date must be in the ISO8601 Long Format \"yyyyMMdd'T'HHmmss'Z'\"");
  const problem = scopeProblem(scope, timestamp);
  if (problem) throw wrongParameters(`Error parsing the X-Amz-Credential parameter; ${problem}`);
  const expires = need('X-Amz-Expires');
  const seconds = Number(expires);
  if (!/^\d+$/.test(expires)) throw wrongParameters('X-Amz-Expires should be a number');
  if (seconds > maxSeconds) {
    throw wrongParameters(
      'X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than 604800 seconds',
    );
  }
  const signedHeaders = need('X-Amz-SignedHeaders').split(';');
  const signature = need('X-Amz-Signature');
  if (now < time - allowedSkewMilliseconds) {
    throw s3Error('AccessDenied', 'Request is not yet valid', { ServerTime: new Date(now).toISOString() });
  }
  const end = time + seconds * 1000;
  if (now > end) {
    throw s3Error('AccessDenied', 'Request has expired', {
      'X-Amz-Expires': expires,
      Expires: new Date(end).toISOString(),
      ServerTime: new Date(now).toISOString(),
    });
  }
  const signedPayload = signedHeaders.includes('x-amz-content-sha256')
    ? header(request, 'x-amz-content-sha256')
    : undefined;
  const payload = parameter(request, 'X-Amz-Content-Sha256') ?? signedPayload ?? 'UNSIGNED-PAYLOAD';
  return { scope, timestamp, signedHeaders, signature, payload, isPresigned: true };
}

function wrongParameters(message: string) {
  return s3Error('AuthorizationQueryParametersError', message);
}
