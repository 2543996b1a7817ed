import type { Page, PageRequest } from '../paging.ts';
import type { ProviderKey } from '../providers/providers.ts';
import type { SealedCredential } from './credential.ts';
import type { CredentialEvent } from './credential-event.ts';

export interface CredentialChange {
  /** The owner, who did not make the change, is told of it by an event in the same transaction. */
  byGrower?: boolean;
}

/** Where the credentials of service users are kept; a user has at most one for each provider. */
export interface CredentialStore {
  get(ownerId: string, svcUserId: string, provider: ProviderKey): Promise<SealedCredential | undefined>;
  /**
   * Attaches a credential; its user shows it, and it is checked in the background. Throws `conflict` when the user has one for the provider, and
   * `notFound` when there is no such user, and `appKeyMissing` when its app key is not there.
   */
  attach(ownerId: string, svcUserId: string, credential: SealedCredential, change?: CredentialChange): Promise<void>;
  /** Removes a credential with its events. False when there is none. Throws `notFound` when there is no such user. */
  remove(ownerId: string, svcUserId: string, provider: ProviderKey, change?: CredentialChange): Promise<boolean>;
  /** One page of the events of a credential, the oldest first unless asked otherwise. */
  events(
    ownerId: string,
    svcUserId: string,
    credential: Pick<SealedCredential, 'id' | 'provider'>,
    asked: PageRequest,
  ): Promise<Page<CredentialEvent>>;
}
