import { Problem } from '../../domain/errors.ts';
import { ContainedFailure, ProcessLost } from './contained-failure.ts';
import { UnsettledEnd } from './tries.ts';

const retryAfterSeconds = 5;

/**
 * The failure of a file that is read within a request. A request has no time to repeat a try that used up its time: the
 * limit of processor time counts at once. @throws Problem 503 `fileNotRead` for ends that say nothing of the file; any
 * error that is no end.
 *
 * @example const { reason } = failureForRequest(error);
 */
export function failureForRequest(error: unknown): ContainedFailure {
  if (error instanceof ContainedFailure) return error;
  if (!(error instanceof UnsettledEnd || error instanceof ProcessLost)) throw error;
  if (error instanceof UnsettledEnd && error.failure?.reason === 'deadline') return error.failure;
  const detail = `The program that reads the file was ended before it was done. Send the request again in ${retryAfterSeconds} seconds.`;
  throw new Problem('unavailable', detail, { errorKey: 'fileNotRead', retryAfterSeconds, cause: error });
}
