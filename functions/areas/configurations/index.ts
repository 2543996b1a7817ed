import { configurationStore } from '../../../adapters/aws/dynamodb/configurations/configuration-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { configurationsApi } from './api.ts';
import { changeOwnerConfiguration } from './change-owner-configuration.ts';
import { changeUserConfiguration } from './change-user-configuration.ts';
import { createUserConfiguration } from './create-user-configuration.ts';
import { deleteUserConfiguration } from './delete-user-configuration.ts';
import { getOwnerConfiguration } from './get-owner-configuration.ts';
import { getUserConfiguration } from './get-user-configuration.ts';
import type { ConfigurationsServices } from './services.ts';

const { CONFIGURATIONS_TABLE, USERS_TABLE } = environment('CONFIGURATIONS_TABLE', 'USERS_TABLE');
const users = table(USERS_TABLE);

const services: ConfigurationsServices = {
  ...httpServices(),
  configurations: configurationStore(table(CONFIGURATIONS_TABLE), users),
  users: userDirectory(users),
};

export const handler = serve(
  configurationsApi,
  {
    getOwnerConfiguration,
    changeOwnerConfiguration,
    getUserConfiguration,
    createUserConfiguration,
    changeUserConfiguration,
    deleteUserConfiguration,
  },
  services,
);
