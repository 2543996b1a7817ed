import { Problem, storageFull } from '../../domain/errors.ts';

interface ServiceError extends Error {
  $metadata?: { httpStatusCode?: number };
}

/**
 * The problem for an error with which a service of AWS, or the embedded cloud, responded with 5xx; undefined for every
 * other error. The embedded cloud reports a full disk as `InsufficientStorage`.
 */
export function serviceFailure(error: unknown): Problem | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one.name === 'InsufficientStorage') return storageFull(error);
    if (((one as ServiceError).$metadata?.httpStatusCode ?? 0) >= 500) {
      return new Problem('unavailable', 'A service that this depends on fails at the moment. Send the request again.', {
        cause: error,
        retryAfterSeconds: 5,
      });
    }
  }
  return undefined;
}
