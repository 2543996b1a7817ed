import { type Failure, type FailureKind, failed } from '../../../domain/transport/outcome.ts';
import { retryAfterSeconds } from '../../../domain/transport/retry-after.ts';
import { AddressRefused } from '../../webhooks/public-address.ts';
import { TooLarge, UnknownEncoding } from './read-body.ts';
import type { WireAnswer } from './wire.ts';

const byStatus: Readonly<Record<number, [FailureKind, string]>> = {
  401: ['refused', 'refuses the account (401). Connect it anew.'],
  403: ['forbidden', 'does not let the account do this (403). Give it the permissions that are missing there.'],
  404: ['missing', 'does not know the account, or has lost it.'],
  406: ['impossible', 'cannot make what was asked for (406).'],
  409: ['tooOld', 'answered 409: what was sent is too old, or there is something of that name.'],
  410: ['missing', 'no longer has what was asked for (410).'],
  416: ['badRange', 'does not have the part of the file that was asked for (416).'],
  429: ['rateLimited', 'answered 429: too many requests.'],
};

/** The failure that a status outside of 200 to 206, 304 and redirects means. */
export function refusalOf(
  name: string,
  { status, headers }: Pick<WireAnswer, 'status' | 'headers'>,
  answered: string,
  now: number,
): Failure {
  const wait = retryAfterSeconds(headers['retry-after'], now, headers.date);
  const more = { status, headers, answered, ...(wait !== undefined && { retryAfterSeconds: wait }) };
  const [kind, words] = byStatus[status] ?? otherStatus(status);
  return { kind, message: `${name} ${words}`, ...more };
}

function otherStatus(status: number): [FailureKind, string] {
  if (status >= 500) return ['failing', `answered ${status}.`];
  return [status >= 400 ? 'rejected' : 'unexpected', `answered ${status}, which it should not.`];
}

/** The failure of a connection or of a body. */
export function failureOf(name: string, error: unknown, { isLate, hasHead }: { isLate: boolean; hasHead: boolean }) {
  if (isLate) return failed('late', `${name} did not answer in time.`, { cause: error });
  if (error instanceof AddressRefused) {
    return failed('misdirected', `${name} leads to an address that is not called: ${error.message}.`, { cause: error });
  }
  if (error instanceof TooLarge) return failed('tooLarge', `${name} answered more than it may.`, { cause: error });
  if (error instanceof UnknownEncoding)
    return failed('malformed', `${name} answered in an encoding that was not accepted.`, { cause: error });
  if (hasHead && isDamage(error))
    return failed('malformed', `${name} answered bytes that cannot be decompressed.`, { cause: error });
  if (hasHead)
    return failed('broken', `${name} cannot be reached at the moment: its answer ended early.`, { cause: error });
  return failed('unreachable', `${name} cannot be reached at the moment.`, { cause: error });
}

/** Errors of zlib, apart from the end of the input, which a broken connection causes too. */
function isDamage(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return (
    typeof code === 'string' &&
    (code === 'Z_DATA_ERROR' || code.startsWith('ERR__ERROR') || code.startsWith('ERR_BROTLI'))
  );
}
