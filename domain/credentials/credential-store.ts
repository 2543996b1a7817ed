import type { ConsentOrigin } from '../connections/consent-origin.ts';
import type { CommitRecord } from '../idempotency.ts';
import type { Page, PageRequest } from '../paging.ts';
import type { ProviderKey } from '../providers/providers.ts';
import type { SealedCredential } from './credential.ts';
import type { CredentialEvent } from './credential-event.ts';

export interface CredentialChange {
  /** Whether a grower made the change: the owner then gets an event, written in the same transaction. */
  byGrower?: boolean;
}

export interface ConnectedByGrower {
  /** The link or API key with which the grower's page began; the account is connected only if the owner has not revoked it. */
  origin?: ConsentOrigin | undefined;
  /** Whether a credential that the provider accepts stays, instead of being replaced. */
  keepsHealthy: boolean;
}

/** Stores the credentials of service users; a user has at most one for each provider. */
export interface CredentialStore {
  get(ownerId: string, svcUserId: string, provider: ProviderKey): Promise<SealedCredential | undefined>;
  /**
   * Attaches a credential; its user shows it, and it is checked in the background. Throws `conflict` when the user already has one for
   * the provider, `notFound` when the user does not exist, and `appKeyMissing` when its app key does not exist.
   */
  attach(ownerId: string, svcUserId: string, credential: SealedCredential, commit?: CommitRecord): Promise<void>;
  /**
   * Attaches the credential of an account that a grower has connected, or puts it in the place of the one that the user has: its members replace the
   * old ones, under the id and the time of creation that were there. The owner gets an event, in the same transaction. Throws as `attach`, `conflict` only
   * with `keepsHealthy`, and `gone` when the origin was revoked.
   *
   * @returns the credential as it is stored.
   */
  connect(
    ownerId: string,
    svcUserId: string,
    credential: SealedCredential,
    by: ConnectedByGrower,
  ): Promise<SealedCredential>;
  /** Removes a credential with its events. False when the user has none. Throws `notFound` when the user does not exist. */
  remove(ownerId: string, svcUserId: string, provider: ProviderKey, change?: CredentialChange): Promise<boolean>;
  /** One page of the events of a credential; by default the oldest first. */
  events(
    ownerId: string,
    svcUserId: string,
    credential: Pick<SealedCredential, 'id' | 'provider'>,
    asked: PageRequest,
  ): Promise<Page<CredentialEvent>>;
}
