/**
 * What can go wrong with a provider: it cannot be reached, wants fewer calls, refuses the account, does not let it do this, does not know what it is
 * asked for, or answers something that is no answer. The first two pass by themselves.
 */
export type ProviderProblemKind = 'unreachable' | 'rateLimited' | 'refused' | 'forbidden' | 'missing' | 'malformed';

/** A provider did not do its part. The message says which and why, and may be shown to the owner. */
export class ProviderProblem extends Error {
  readonly kind: ProviderProblemKind;
  /** When it may be asked again; only when the provider said so. */
  readonly retryAfterSeconds: number | undefined;
  /** The beginning of what the provider answered to a request that it found wrong; never shown. */
  readonly answered: string | undefined;

  constructor(
    kind: ProviderProblemKind,
    message: string,
    details: { retryAfterSeconds?: number; answered?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'ProviderProblem';
    this.kind = kind;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.answered = details.answered;
  }

  /** Whether waiting may help. */
  get passes(): boolean {
    return this.kind === 'unreachable' || this.kind === 'rateLimited';
  }
}
