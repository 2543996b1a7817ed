/** A request to a provider's token endpoint, or to its endpoint that exchanges a password for a key. */
export interface TokenRequest {
  /** Name of the provider in errors. */
  displayName: string;
  address: string;
  form: Readonly<Record<string, string>>;
  /** Sent as HTTP Basic instead of in the form. */
  basic?: { user: string; password: string } | undefined;
}

/** A provider's response with tokens, unchanged. */
export type Tokens = Readonly<Record<string, unknown>>;

/** Requests tokens from providers. Requests and responses are not stored or logged. */
export interface TokenEndpoints {
  /**
   * @throws Problem 502 `providerRefused` with the provider's status and the beginning of its message, 502
   * `providerMalformed`, 504 `providerTimedOut`.
   */
  ask(request: TokenRequest): Promise<Tokens>;
}
