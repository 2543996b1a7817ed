import type { LinkStore } from '../../../adapters/aws/dynamodb/sync/link-store.ts';
import type { CheckedCredential } from '../../../adapters/providers/credential-provider.ts';
import type { Clock, NewId } from '../../../domain/clock.ts';
import type { Settings } from '../../../domain/configuration/configuration.ts';
import type { CredentialChecks } from '../../../domain/credentials/credential-checks.ts';
import type { CredentialProvider } from '../../../domain/credentials/credential-provider.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { AppKeyStore } from '../../../domain/keys/app-key.ts';
import type { GivenAddresses } from '../../../domain/providers/addresses.ts';
import type { Sealer } from '../../../domain/secrets.ts';
import type { Leases, UserSubject } from '../../../domain/work/work-stores.ts';
import type { SyncMessage } from '../sync-fields/messages.ts';

export interface CheckServices {
  checks: CredentialChecks;
  links: Pick<LinkStore, 'get' | 'connections' | 'connect' | 'put' | 'remove'>;
  leases: Leases<UserSubject>;
  sealer: Sealer;
  appKeys: Pick<AppKeyStore, 'sealed'>;
  /** Undefined for a provider that cannot be called yet. */
  providerOf(credential: CheckedCredential): CredentialProvider | undefined;
  /** The configuration of a user. */
  settings(ownerId: string, svcUserId: string): Promise<Pick<Settings, 'fieldsAutoSync'>>;
  /** The configured URLs of providers. */
  addresses: GivenAddresses;
  syncQueue: MessageQueue<SyncMessage>;
  clock: Clock;
  newId: NewId;
}
