import { Problem } from '../../../domain/errors.ts';
import { engineBusy, engineFails } from '../../../domain/query/engine-unavailable.ts';

const busy = new Set(['TooManyRequestsException', 'ThrottlingException', 'Throttling', 'RequestLimitExceeded']);
/** What calls say whose credentials are over. */
const expired = new Set(['ExpiredTokenException', 'ExpiredToken', 'UnrecognizedClientException']);

/** An error of the SDK, as far as it says what became of a call. */
interface CallError extends Error {
  $fault?: 'client' | 'server';
  $metadata?: { httpStatusCode?: number };
  /** Of a connection. */
  code?: string;
}

export const isExpired = ({ name }: Error): boolean => expired.has(name);

/**
 * What a call of Athena or STS throws, when the client has tried again by then: a problem where the same query may go well in a moment, and the
 * error itself where it says something else.
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
