import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { ApiKeyDirectory } from '../../../domain/keys/api-key-store.ts';
import type { OrganizationStore } from '../../../domain/organizations/organization-store.ts';
import type { ProviderKey } from '../../../domain/providers/providers.ts';
import type { ProviderLink } from '../../../domain/sync/field-provider.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { HttpServices } from '../../http/serve.ts';
import type { SyncMessage } from '../../jobs/sync-fields/messages.ts';

export interface OrganizationsServices extends HttpServices {
  organizations: Pick<OrganizationStore, 'list' | 'all' | 'get' | 'choose'>;
  /** Links of users to accounts, which may be there without a credential. */
  links: { get(ownerId: string, svcUserId: string, provider: ProviderKey): Promise<ProviderLink | undefined> };
  users: UserDirectory;
  apiKeys: ApiKeyDirectory;
  /** Queue of the rounds over providers. */
  syncQueue: MessageQueue<SyncMessage>;
}
