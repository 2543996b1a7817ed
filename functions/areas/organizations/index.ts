import { apiKeyDirectory } from '../../../adapters/aws/dynamodb/keys/api-key-directory.ts';
import { organizationStore } from '../../../adapters/aws/dynamodb/organizations/organization-store.ts';
import { linkStore } from '../../../adapters/aws/dynamodb/sync/link-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { organizationsApi } from './api.ts';
import { organizationHandlers } from './handlers.ts';
import type { OrganizationsServices } from './services.ts';

const names = environment('FIELDS_TABLE', 'USERS_TABLE', 'KEYS_TABLE', 'EVENTS_TABLE', 'SYNC_FIELDS_QUEUE_URL');
const users = table(names.USERS_TABLE);

const fields = table(names.FIELDS_TABLE);

const services: OrganizationsServices = {
  ...httpServices(),
  organizations: organizationStore({ fields, users, events: table(names.EVENTS_TABLE) }),
  links: linkStore(fields, users),
  users: userDirectory(users),
  apiKeys: apiKeyDirectory(table(names.KEYS_TABLE), users, systemClock),
  syncQueue: messageQueue(names.SYNC_FIELDS_QUEUE_URL),
};

export const handler = serve(organizationsApi, organizationHandlers, services);
