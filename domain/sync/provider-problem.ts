/**
 * Kinds of failures of a provider: it cannot be reached, asks for fewer calls, refuses the account, forbids the call,
 * does not know the requested record, or returns an invalid response. `held`: it was not asked, because Furrow sends it no more calls at the moment, which says
 * nothing about the provider. The first two and the last are temporary.
 */
export type ProviderProblemKind =
  | 'unreachable'
  | 'rateLimited'
  | 'refused'
  | 'forbidden'
  | 'missing'
  | 'malformed'
  | 'held';

/** A failure of a provider. The message names the provider and the reason, and may be shown to the owner. */
export class ProviderProblem extends Error {
  readonly kind: ProviderProblemKind;
  /** Seconds until the next call, if the provider named a time. */
  readonly retryAfterSeconds: number | undefined;
  /** The beginning of the provider's response to a request that it found invalid; never shown. */
  readonly answered: string | undefined;
  /** The HTTP status of its response; undefined if there was none. */
  readonly status: number | undefined;

  constructor(
    kind: ProviderProblemKind,
    message: string,
    details: { retryAfterSeconds?: number; answered?: string; status?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'ProviderProblem';
    this.kind = kind;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.answered = details.answered;
    this.status = details.status;
  }

  /** Whether the failure is temporary. */
  get passes(): boolean {
    return this.kind === 'unreachable' || this.kind === 'rateLimited' || this.kind === 'held';
  }
}

/** The words of a provider that refuses one record. @throws whatever else went wrong, and what passes by itself: that is asked for again. */
export function wordsOfRefusal(error: unknown): string {
  if (error instanceof ProviderProblem && !error.passes) return error.message;
  throw error;
}
