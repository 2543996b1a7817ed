import type { Settings } from '../../../domain/configuration/configuration.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { ResourceCountsStore } from '../../../domain/integrations/resource-counts.ts';
import type { SyncControl } from '../../../domain/integrations/sync-control.ts';
import type { SyncStatusStore } from '../../../domain/integrations/sync-status.ts';
import type { MachineFileDirectory } from '../../../domain/machine-files/machine-file-store.ts';
import type { OrganizationStore } from '../../../domain/organizations/organization-store.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { HttpServices } from '../../http/serve.ts';
import type { SyncMessage } from '../../jobs/sync-fields/messages.ts';

export interface IntegrationsServices extends HttpServices {
  counts: ResourceCountsStore;
  users: UserDirectory;
  syncs: SyncStatusStore;
  control: SyncControl;
  organizations: Pick<OrganizationStore, 'all'>;
  files: Pick<MachineFileDirectory, 'get'>;
  /** The configuration of a user. */
  settings(ownerId: string, svcUserId: string): Promise<Settings>;
  /** Queue of the rounds over providers. */
  syncQueue: MessageQueue<SyncMessage>;
}
