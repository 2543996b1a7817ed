import { Problem, storageFull } from '../../domain/errors.ts';

interface ServiceError extends Error {
  $metadata?: { httpStatusCode?: number };
  /** Of an error of the connection. */
  code?: unknown;
}

/** What a client throws after its tries if no service answered it. */
const noAnswer = new Set<unknown>(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
/** Refusals of requests that come too fast. */
const tooFast = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'SlowDown',
  'ThrottlingException',
]);

/**
 * The problem for an error with which a service of AWS, or the embedded cloud, responded with 5xx or that it is asked too fast, or for no response of it; undefined for every
 * other error. The embedded cloud reports a full disk as `InsufficientStorage`.
 */
export function serviceFailure(error: unknown): Problem | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one.name === 'InsufficientStorage') return storageFull(error);
    const { $metadata, code, name } = one as ServiceError;
    if (!$metadata) continue;
    const { httpStatusCode = 0 } = $metadata;
    if (httpStatusCode >= 500 || tooFast.has(name) || noAnswer.has(code) || name === 'TimeoutError') {
      return new Problem('unavailable', 'A service that this depends on fails at the moment. Send the request again.', {
        cause: error,
        retryAfterSeconds: 5,
      });
    }
  }
  return undefined;
}
