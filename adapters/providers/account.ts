import type { ProviderKey } from '../../domain/providers/providers.ts';
import type { UserSubject } from '../../domain/work/work-stores.ts';
import type { AccountTransport } from './transport/account-transport.ts';

/** An account whose calls carry the token, or the signature, of its credential. */
export interface OpenAccount {
  user: UserSubject;
  provider: ProviderKey;
  credentialId: string;
  renewedTime?: string | undefined;
  transport: AccountTransport;
  /** The base URL of the provider's data, without a trailing slash. */
  api: string;
  /** Base URLs of further parts of its API. */
  others: readonly string[];
}
