import type { Owner } from './owner.ts';

/** `id` is the legacy token of `{base_url}`, `access` the OAuth 2.0 access token of `{base_url_v2}`. */
export type TokenKind = 'id' | 'access';

/** The claims of a verified token. Times are seconds since the epoch. */
export interface TokenClaims {
  ownerId: string;
  kind: TokenKind;
  issuedAt: number;
  expiresAt: number;
}

/** Checks a bearer token's signature and lifetime. */
export interface TokenVerifier {
  /** The claims, or undefined when the token is malformed, forged or expired. */
  verify(token: string): Promise<TokenClaims | undefined>;
}

export interface IssuedToken {
  token: string;
  expiresInSeconds: number;
}

/** Signs tokens. */
export interface TokenIssuer {
  /**
   * Signs a token. `at` is the time at which the owner was read (milliseconds), `issuer` the URL of the realm as the
   * caller reached it.
   */
  issue(about: {
    owner: Owner;
    at: number;
    kind: TokenKind;
    lifetimeSeconds: number;
    issuer: string;
  }): Promise<IssuedToken>;
}
