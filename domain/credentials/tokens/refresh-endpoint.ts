import type { ClientEnvironment } from '../../providers/provider.ts';
import type { ProviderKey } from '../../providers/providers.ts';
import type { Failure } from '../../transport/outcome.ts';
import type { ProviderExchange } from '../credential-provider.ts';
import type { GivenTokens } from './token-answer.ts';

/** A credential of which tokens are asked for. */
export interface AskedRefresh {
  provider: ProviderKey;
  environment: ClientEnvironment;
  /** Members of the credential in clear, with those of its app key. */
  members: Readonly<Record<string, string>>;
  /** Called with the answer, for the log. */
  seen(exchange: ProviderExchange): void;
}

/**
 * What a provider says to a refresh token. `ended`: it does not take the token or the client any more, so that only a new consent helps; `failed`: it may
 * answer otherwise later, and may have used the token up all the same.
 */
export type RefreshAnswer =
  | { kind: 'given'; tokens: GivenTokens }
  | { kind: 'ended'; message: string; status: number }
  | { kind: 'failed'; failure: Failure };

/** Exchanges refresh tokens (RFC 6749, 6). */
export interface RefreshEndpoint {
  refresh(asked: AskedRefresh): Promise<RefreshAnswer>;
}
