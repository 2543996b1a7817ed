import { resourceCounts } from '../../../adapters/aws/dynamodb/sync/resource-counts.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { type ResourceCountsStore, shownCounts } from '../../../domain/integrations/resource-counts.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';
import { environment } from '../../http/environment.ts';
import type { Handlers } from '../../http/exchange.ts';
import { type HttpServices, serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { integrationsApi } from './api.ts';

interface IntegrationsServices extends HttpServices {
  counts: ResourceCountsStore;
  users: Pick<UserDirectory, 'existing'>;
}

const { FIELDS_TABLE, USERS_TABLE } = environment('FIELDS_TABLE', 'USERS_TABLE');

const services: IntegrationsServices = {
  ...httpServices(),
  counts: resourceCounts(table(FIELDS_TABLE)),
  users: userDirectory(table(USERS_TABLE)),
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
};

export const handler = serve(integrationsApi, handlers, services);
