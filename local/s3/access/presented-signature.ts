import { region } from '../../credentials.ts';
import type { CredentialScope } from './signature.ts';

/** A signature as a client presents it, in the Authorization header or in a presigned URL. */
export interface PresentedSignature {
  scope: CredentialScope;
  timestamp: string;
  signedHeaders: string[];
  signature: string;
  /** The client's claim about its body: hex SHA-256 or a word such as `STREAMING-UNSIGNED-PAYLOAD-TRAILER`. */
  payload: string;
  isPresigned: boolean;
}

/** Maximum deviation of a client's clock. Source: S3 answers RequestTimeTooSkewed beyond 15 minutes. */
export const allowedSkewMilliseconds = 15 * 60 * 1000;

/**
 * The problem of a signature's scope; undefined if region, service and date are right.
 *
 * @example const problem = scopeProblem(scope, timestamp);
 */
export function scopeProblem(scope: CredentialScope, timestamp: string): string | undefined {
  if (scope.region !== region) return `the region '${scope.region}' is wrong; expecting '${region}'`;
  if (scope.service !== 's3') return `incorrect service '${scope.service}'; this endpoint belongs to 's3'`;
  if (!timestamp.startsWith(scope.date))
    return `Invalid credential date '${scope.date}'; it is not that of the request`;
  return undefined;
}
