import { Problem } from '../../../domain/errors.ts';
import { engineBusy, engineFails } from '../../../domain/query/engine-unavailable.ts';

const busy = new Set(['TooManyRequestsException', 'ThrottlingException', 'Throttling', 'RequestLimitExceeded']);
/** Names of errors for expired credentials. */
const expired = new Set(['ExpiredTokenException', 'ExpiredToken', 'UnrecognizedClientException']);

/** An error of the SDK, with the members that classify it. */
interface CallError extends Error {
  $fault?: 'client' | 'server';
  $metadata?: { httpStatusCode?: number };
  /** Code of a connection error. */
  code?: string;
}

export const isExpired = ({ name }: Error): boolean => expired.has(name);

/**
 * The error of a call of Athena or STS, after the client's retries: a problem if the query may succeed in a moment, and
 * otherwise the error itself.
 */
export function callProblem(error: CallError): Error {
  if (error instanceof Problem) return error;
  if (busy.has(error.name)) return engineBusy(error);
  const { $fault, $metadata, code } = error;
  const isBroken = $fault === 'server' || ($metadata?.httpStatusCode ?? 0) >= 500 || error.name === 'TimeoutError';
  const isCut = code !== undefined && /^E(CONN|PIPE|TIMEDOUT|AI_AGAIN)/.test(code);
  return isBroken || isCut || isExpired(error) ? engineFails(error) : error;
}

export function orUnavailable(error: Error): never {
  throw callProblem(error);
}
