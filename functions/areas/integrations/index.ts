import { userSettings } from '../../../adapters/aws/dynamodb/configurations/user-settings.ts';
import { machineFileDirectory } from '../../../adapters/aws/dynamodb/machine-files/machine-file-directory.ts';
import { organizationStore } from '../../../adapters/aws/dynamodb/organizations/organization-store.ts';
import { askedRecords } from '../../../adapters/aws/dynamodb/sync/asked-records.ts';
import { listNotes } from '../../../adapters/aws/dynamodb/sync/list-notes.ts';
import { providerFields } from '../../../adapters/aws/dynamodb/sync/provider-fields.ts';
import { providerFileStore } from '../../../adapters/aws/dynamodb/sync/provider-file-store.ts';
import { resourceCounts } from '../../../adapters/aws/dynamodb/sync/resource-counts.ts';
import { syncControl } from '../../../adapters/aws/dynamodb/sync/sync-control.ts';
import { syncParts } from '../../../adapters/aws/dynamodb/sync/sync-parts-store.ts';
import { syncStatusStore } from '../../../adapters/aws/dynamodb/sync/sync-status-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { derivedId, systemClock } from '../../../adapters/system.ts';
import { shownCounts } from '../../../domain/integrations/resource-counts.ts';
import { givenAddressesSchema } from '../../../domain/providers/addresses.ts';
import { environment } from '../../http/environment.ts';
import type { Handlers } from '../../http/exchange.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { integrationsApi } from './api.ts';
import type { IntegrationsServices } from './services.ts';
import { syncHandlers } from './sync/handlers.ts';

const names = environment(
  'FIELDS_TABLE',
  'USERS_TABLE',
  'CREDENTIALS_TABLE',
  'ASSETS_TABLE',
  'EVENTS_TABLE',
  'OPERATIONS_TABLE',
  'CONFIGURATIONS_TABLE',
  'SYNC_FIELDS_QUEUE_URL',
  'PROVIDER_ADDRESSES',
);

const [fields, usersTable] = [table(names.FIELDS_TABLE), table(names.USERS_TABLE)];
const notes = listNotes({ fields, users: usersTable, clock: systemClock });
const store = providerFileStore(fields, usersTable);

const services: IntegrationsServices = {
  ...httpServices(),
  counts: resourceCounts(fields),
  users: userDirectory(usersTable),
  syncs: syncStatusStore({
    fields,
    users: usersTable,
    credentials: table(names.CREDENTIALS_TABLE),
    clock: systemClock,
    derivedId,
  }),
  parts: syncParts({
    ...{ notes, store },
    assets: table(names.ASSETS_TABLE),
    credentials: table(names.CREDENTIALS_TABLE),
  }),
  notes,
  asked: askedRecords(fields, usersTable),
  listed: store,
  providerFields: providerFields(fields),
  derivedId,
  control: syncControl(fields, systemClock),
  organizations: organizationStore({ fields, users: usersTable, events: table(names.EVENTS_TABLE) }),
  files: machineFileDirectory(table(names.OPERATIONS_TABLE)),
  settings: userSettings(table(names.CONFIGURATIONS_TABLE), usersTable),
  addresses: givenAddressesSchema.parse(JSON.parse(names.PROVIDER_ADDRESSES)),
  syncQueue: messageQueue(names.SYNC_FIELDS_QUEUE_URL),
};

const handlers: Handlers<typeof integrationsApi.endpoints, IntegrationsServices> = {
  async countResources({ query, asked, owner }, { counts, users }) {
    const page = await counts.list(owner.id, query, asked);
    const { items } = page;
    // Counts of deleted users have yet to be erased.
    const existing = await users.existing(
      owner.id,
      items.map(({ svcUserId }) => svcUserId),
    );
    const summaries = items.filter(({ svcUserId }) => existing.has(svcUserId)).map(shownCounts);
    return { status: 200, page, body: { message: 'SUCCESS', summaries } };
  },

  ...syncHandlers,
};

export const handler = serve(integrationsApi, handlers, services);
