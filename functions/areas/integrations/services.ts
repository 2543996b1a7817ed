import type { DerivedId } from '../../../domain/clock.ts';
import type { Settings } from '../../../domain/configuration/configuration.ts';
import type { MessageQueue } from '../../../domain/events/message-queue.ts';
import type { Field } from '../../../domain/fields/field.ts';
import type { ResourceCountsStore } from '../../../domain/integrations/resource-counts.ts';
import type { SyncControl } from '../../../domain/integrations/sync-control.ts';
import type { SyncParts } from '../../../domain/integrations/sync-parts.ts';
import type { SyncStatusStore } from '../../../domain/integrations/sync-status.ts';
import type { MachineFileDirectory } from '../../../domain/machine-files/machine-file-store.ts';
import type { OrganizationStore } from '../../../domain/organizations/organization-store.ts';
import type { GivenAddresses } from '../../../domain/providers/addresses.ts';
import type { ProviderKey } from '../../../domain/providers/providers.ts';
import type { AskedRecords } from '../../../domain/sync/asked-records.ts';
import type { ListNotes } from '../../../domain/sync/list-notes.ts';
import type { ProviderFileStore } from '../../../domain/sync/provider-file.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import type { UserSubject } from '../../../domain/work/work-stores.ts';
import type { HttpServices } from '../../http/serve.ts';
import type { SyncMessage } from '../../jobs/sync-fields/messages.ts';

export interface IntegrationsServices extends HttpServices {
  counts: ResourceCountsStore;
  users: UserDirectory;
  syncs: SyncStatusStore;
  /** What is stored of a connection beside its rounds of fields. */
  parts(user: UserSubject, provider: ProviderKey): Promise<SyncParts>;
  notes: Pick<ListNotes, 'all' | 'confirm'>;
  /** What the owner has asked for by its id at a provider. */
  asked: Pick<AskedRecords, 'ask' | 'all'>;
  /** Files that providers have listed. */
  listed: Pick<ProviderFileStore, 'get'>;
  /** The fields of a user that came from a provider. */
  providerFields(user: UserSubject, provider: ProviderKey): AsyncIterable<Field>;
  derivedId: DerivedId;
  control: SyncControl;
  organizations: Pick<OrganizationStore, 'all'>;
  files: Pick<MachineFileDirectory, 'get' | 'fromOtherProviders'>;
  /** The configuration of a user. */
  settings(ownerId: string, svcUserId: string): Promise<Settings>;
  /** The configured URLs of providers. */
  addresses: GivenAddresses;
  /** Queue of the rounds over providers. */
  syncQueue: MessageQueue<SyncMessage>;
}
