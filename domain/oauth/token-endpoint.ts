/** A question to a provider's token endpoint, or to the one that gives keys for passwords. */
export interface TokenRequest {
  /** Named in errors. */
  displayName: string;
  address: string;
  form: Readonly<Record<string, string>>;
  /** Sent as HTTP Basic rather than in the form. */
  basic?: { user: string; password: string } | undefined;
}

/** A provider's answer with tokens: a JSON object that is handed on as it is. */
export type Tokens = Readonly<Record<string, unknown>>;

/** Asks providers for tokens. Nothing that passes through is kept or logged. */
export interface TokenEndpoints {
  /**
   * @throws Problem 502 `providerRefused` with the provider's status and the beginning of its words, 502 `providerMalformed`, 504 `providerTimedOut`.
   */
  ask(request: TokenRequest): Promise<Tokens>;
}
