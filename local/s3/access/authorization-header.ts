import { invalidArgument, s3Error } from '../errors.ts';
import { header, type S3Request } from '../request/request.ts';
import { allowedSkewMilliseconds, type PresentedSignature, scopeProblem } from './presented-signature.ts';
import { parseCredential, parseTimestamp, signingAlgorithm } from './signature.ts';

/** Reads the signature of an Authorization header. @throws S3Error RequestTimeTooSkewed for a clock that is too far off */
export function readAuthorization(request: S3Request, authorization: string, now: number): PresentedSignature {
  const [algorithm = '', ...rest] = authorization.split(' ');
  if (!algorithm.startsWith('AWS4-')) {
    throw invalidArgument('Unsupported Authorization Type', 'Authorization', algorithm);
  }
  const fields = new Map(
    rest
      .join('')
      .split(',')
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const),
  );
  const scope = parseCredential(fields.get('Credential') ?? '');
  const signedHeaders = fields.get('SignedHeaders');
  const signature = fields.get('Signature');
  if (algorithm !== signingAlgorithm || !scope || !signedHeaders || !signature) {
    throw malformed('expecting AWS4-HMAC-SHA256 with Credential, SignedHeaders and Signature');
  }
  const timestamp = header(request, 'x-amz-date') ?? '';
  const time = parseTimestamp(timestamp);
  if (time === undefined) {
    throw s3Error('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header');
  }
  const problem = scopeProblem(scope, timestamp);
  if (problem) throw malformed(problem);
  if (Math.abs(now - time) > allowedSkewMilliseconds) {
    throw s3Error(
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
      {
        RequestTime: timestamp,
        ServerTime: new Date(now).toISOString(),
        MaxAllowedSkewMilliseconds: String(allowedSkewMilliseconds),
      },
    );
  }
  const payload = header(request, 'x-amz-content-sha256');
  if (payload === undefined) {
    throw s3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  }
  return { scope, timestamp, signedHeaders: signedHeaders.split(';'), signature, payload, isPresigned: false };
}

function malformed(problem: string) {
  return s3Error('AuthorizationHeaderMalformed', `The authorization header is malformed; ${problem}`);
}
