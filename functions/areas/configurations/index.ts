import { configurationStore } from '../../../adapters/aws/dynamodb/configurations/configuration-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { configurationsApi } from './api.ts';
import { configurationHandlers } from './handlers.ts';
import type { ConfigurationsServices } from './services.ts';

const { CONFIGURATIONS_TABLE, USERS_TABLE } = environment('CONFIGURATIONS_TABLE', 'USERS_TABLE');
const users = table(USERS_TABLE);

const services: ConfigurationsServices = {
  ...httpServices(),
  configurations: configurationStore(table(CONFIGURATIONS_TABLE), users),
  users: userDirectory(users),
};

export const handler = serve(configurationsApi, configurationHandlers, services);
