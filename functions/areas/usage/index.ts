import { configurationStore } from '../../../adapters/aws/dynamodb/configurations/configuration-store.ts';
import { consumptionStore } from '../../../adapters/aws/dynamodb/consumption/consumption-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { derivedId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { usageApi } from './api.ts';
import { usageHandlers } from './handlers.ts';
import type { UsageServices } from './services.ts';

const names = environment('CONSUMPTION_TABLE', 'CONFIGURATIONS_TABLE', 'USERS_TABLE');
const users = table(names.USERS_TABLE);

const services: UsageServices = {
  ...httpServices(),
  consumption: consumptionStore(table(names.CONSUMPTION_TABLE), systemClock, derivedId),
  configurations: configurationStore(table(names.CONFIGURATIONS_TABLE), users),
  users: userDirectory(users),
};

export const handler = serve(usageApi, usageHandlers, services);
