import type { Clock, NewId } from '../../clock.ts';
import type { AppKeyStore } from '../../keys/app-key.ts';
import type { ProviderKey } from '../../providers/providers.ts';
import type { Sealer } from '../../secrets.ts';
import type { Failure } from '../../transport/outcome.ts';
import type { UserSubject } from '../../work/work-stores.ts';
import type { CredentialChecks } from '../credential-checks.ts';
import type { RefreshEndpoint } from './refresh-endpoint.ts';
import type { TokenStore } from './token-state.ts';

export interface TokenServices {
  store: TokenStore;
  endpoint: RefreshEndpoint;
  checks: Pick<CredentialChecks, 'note' | 'settle'>;
  appKeys: Pick<AppKeyStore, 'sealed'>;
  sealer: Sealer;
  clock: Clock;
  newId: NewId;
  wait(milliseconds: number): Promise<void>;
}

/** An access token in clear, or why there is none. */
export type Access = { kind: 'held'; token: string } | { kind: 'failed'; failure: Failure };

export interface AccessAsked {
  user: UserSubject;
  provider: ProviderKey;
  /** Only the tokens of this credential count: a deleted one stops its rounds. */
  credentialId: string;
  /** A token that the provider has refused although it had not expired. */
  rejected?: string | undefined;
}
