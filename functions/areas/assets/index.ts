import { assetStore } from '../../../adapters/aws/dynamodb/assets/asset-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { derivedId, newId } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { assetsApi } from './api.ts';
import { machineHandlers } from './machine-handlers.ts';
import { namedHandlers } from './named-handlers.ts';
import type { AssetsServices } from './services.ts';

const names = environment('ASSETS_TABLE', 'USERS_TABLE', 'EVENTS_TABLE');
const users = table(names.USERS_TABLE);

const services: AssetsServices = {
  ...httpServices(),
  assets: assetStore(table(names.ASSETS_TABLE), users, table(names.EVENTS_TABLE)),
  users: userDirectory(users),
  newId,
  derivedId,
};

export const handler = serve(assetsApi, { ...machineHandlers, ...namedHandlers }, services);
