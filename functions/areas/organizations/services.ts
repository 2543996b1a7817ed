import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { ApiKeyDirectory } from '../../../domain/keys/api-key-store.ts';
import type { OrganizationStore } from '../../../domain/organizations/organization-store.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { HttpServices } from '../../http/serve.ts';
import type { SyncMessage } from '../../jobs/sync-fields/messages.ts';

export interface OrganizationsServices extends HttpServices {
  organizations: Pick<OrganizationStore, 'list' | 'all' | 'get' | 'choose'>;
  users: UserDirectory;
  apiKeys: ApiKeyDirectory;
  /** Queue of the rounds over providers. */
  syncQueue: MessageQueue<SyncMessage>;
}
