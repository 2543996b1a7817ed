import { apiKeyDirectory } from '../../../../adapters/aws/dynamodb/keys/api-key-directory.ts';
import { table } from '../../../../adapters/aws/dynamodb/table.ts';
import { systemClock } from '../../../../adapters/system.ts';
import { environment } from '../../../http/environment.ts';
import { serve } from '../../../http/serve.ts';
import { httpServices } from '../../../http/services.ts';
import { connectingServices } from '../consent-services.ts';
import { connectionsApi } from './api.ts';
import { connectionHandlers } from './handlers.ts';
import type { ConnectionsServices } from './services.ts';

const { KEYS_TABLE, USERS_TABLE } = environment('KEYS_TABLE', 'USERS_TABLE');

const services: ConnectionsServices = {
  ...httpServices(),
  ...connectingServices(),
  apiKeys: apiKeyDirectory(table(KEYS_TABLE), table(USERS_TABLE), systemClock),
};

export const handler = serve(connectionsApi, connectionHandlers, services);
