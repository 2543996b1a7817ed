import type { ReadCredential } from '../credential-checks.ts';

/** What is known of the tokens of one credential, beside the credential, whose own member is the current refresh token. */
export interface TokenState {
  /** The sealed refresh token after which the access token was obtained. Another one in the credential: a consent has replaced it. */
  of: string;
  /** The sealed access token. */
  access: string;
  /** Milliseconds since 1970, reckoned from when the request was sent. */
  obtainedAt: number;
  expiresAt: number;
}

/** Failures of the current refresh token, since the last refresh that succeeded. */
export interface RefreshTrouble {
  /** Until when the token endpoint is left alone, in milliseconds since 1970. */
  retryAt: number;
  times: number;
  /** What the provider said when it took the token no more. */
  ended?: string | undefined;
  /** The time at which the owner was told that no refresh has succeeded for long. */
  toldAt?: number | undefined;
}

export interface HeldTokens {
  credential: ReadCredential;
  /** When the account last gave tokens: by a refresh, a consent, or when it was attached. Milliseconds since 1970. */
  grantedAt: number;
  /** Absent before the first refresh and after a consent. */
  tokens?: TokenState | undefined;
  trouble?: RefreshTrouble | undefined;
  /** Until when a worker has the right to refresh, in milliseconds since 1970; it may have gone by. */
  turnUntil?: number | undefined;
}

/** A refresh before it is written: everything sealed. */
export interface RefreshedTokens extends Omit<TokenState, 'of'> {
  /** Members of the credential that have changed: masks, and sealed secrets. `refreshToken` is absent where the old one stays. */
  shown: Record<string, string>;
  sealed: Record<string, string>;
}

export interface CredentialAt {
  ownerId: string;
  svcUserId: string;
  credential: ReadCredential;
}

/** Stores tokens, and lets one worker at a time refresh those of a credential. */
export interface TokenStore {
  /** As they are at this moment; undefined where there is no credential. */
  read(ownerId: string, svcUserId: string, provider: ReadCredential['provider']): Promise<HeldTokens | undefined>;
  /** The right to refresh, for a number of milliseconds; undefined while another has it, or when the credential is another by now. */
  take(at: CredentialAt, holder: string, milliseconds: number): Promise<RefreshTurn | undefined>;
  /**
   * Writes refreshed tokens in place of the refresh token that was used, and ends the turn. `replaced`: the credential has been consented anew, moved or deleted, or another
   * refresh was faster; nothing is written then.
   */
  keep(at: CredentialAt, refreshed: RefreshedTokens): Promise<'kept' | 'replaced'>;
  /** Where a credential of an owner is now; undefined for one that was deleted. A move gives it to another user, with its refresh token sealed anew. */
  find(ownerId: string, credential: Pick<ReadCredential, 'id' | 'provider'>): Promise<CredentialAt | undefined>;
  /** Tells the owner in an event, once for each run of failures. False when that was done before, or the credential is another by now. */
  tell(at: CredentialAt, message: string): Promise<boolean>;
}

/** The turn of one worker. When it has lasted too long and another has begun its own, these have no effect. */
export interface RefreshTurn {
  /** Notes a refresh that failed, and ends the turn. */
  failed(trouble: RefreshTrouble): Promise<void>;
  end(): Promise<void>;
}
