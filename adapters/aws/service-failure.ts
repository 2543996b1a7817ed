import { Problem, storageFull } from '../../domain/errors.ts';

interface ServiceError extends Error {
  $metadata?: { httpStatusCode?: number };
}

/**
 * What a caller may be told of an error that a service of AWS answered with 5xx, or the embedded cloud in its place;
 * undefined for every other error. `InsufficientStorage` is what the embedded cloud calls a full disk.
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
