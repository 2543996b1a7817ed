import { organizationStore } from '../../../../adapters/aws/dynamodb/organizations/organization-store.ts';
import { table } from '../../../../adapters/aws/dynamodb/table.ts';
import { callerNetwork } from '../../../../domain/access/caller-network.ts';
import { environment } from '../../../http/environment.ts';
import { serve } from '../../../http/serve.ts';
import { httpServices } from '../../../http/services.ts';
import { connectingServices } from '../consent-services.ts';
import { oneClickApi } from './api.ts';
import { oneClickHandlers } from './handlers.ts';
import { errorPage } from './pages.ts';
import type { OneClickServices } from './services.ts';

const names = environment('FIELDS_TABLE', 'USERS_TABLE', 'EVENTS_TABLE');

const services: OneClickServices = {
  ...httpServices(),
  ...connectingServices(),
  organizations: organizationStore({
    fields: table(names.FIELDS_TABLE),
    users: table(names.USERS_TABLE),
    events: table(names.EVENTS_TABLE),
  }),
  networkOf: callerNetwork,
  errorPage,
};

export const handler = serve(oneClickApi, oneClickHandlers, services);
