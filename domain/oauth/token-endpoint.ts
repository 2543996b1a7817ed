/** A request to a provider's token endpoint, or to its endpoint that exchanges a password for a key. */
export interface TokenRequest {
  /** Name of the provider in errors. */
  displayName: string;
  address: string;
  form: Readonly<Record<string, string>>;
  /** Sent as HTTP Basic instead of in the form. */
  basic?: { user: string; password: string } | undefined;
  givenByCaller: GivenByCaller;
}

/**
 * What the caller gave of a request to a provider: the code alone, the client and everything else too, or nothing. A provider that refuses what
 * the caller gave reports a mistake of the caller.
 */
export type GivenByCaller = 'nothing' | 'code' | 'all';

/** A provider's response with tokens, unchanged. */
export type Tokens = Readonly<Record<string, unknown>>;

/** Requests tokens from providers. Requests and responses are not stored or logged. */
export interface TokenEndpoints {
  /**
   * @throws Problem 400 `grantRefused` when the provider refuses what the caller gave, otherwise 502 `providerRefused`, both with the provider's
   * status and the beginning of its message; 502 `providerMalformed`, 504 `providerTimedOut`.
   */
  ask(request: TokenRequest): Promise<Tokens>;
}
