import { userSettings } from '../../../adapters/aws/dynamodb/configurations/user-settings.ts';
import { fieldDirectory } from '../../../adapters/aws/dynamodb/fields/field-directory.ts';
import { irrigationDirectory } from '../../../adapters/aws/dynamodb/irrigation/irrigation-directory.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { packagedGeos } from '../../../adapters/geos/packaged-geos.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { irrigationApi } from './api.ts';
import { fieldHandlers } from './field-handlers.ts';
import { machineHandlers } from './machine-handlers.ts';
import type { IrrigationServices } from './services.ts';

const names = environment('IRRIGATION_TABLE', 'USERS_TABLE', 'FIELDS_TABLE', 'CONFIGURATIONS_TABLE', 'FILES_BUCKET');
const users = table(names.USERS_TABLE);

const services: IrrigationServices = {
  ...httpServices(),
  users: userDirectory(users),
  irrigation: irrigationDirectory(table(names.IRRIGATION_TABLE), objectStore(names.FILES_BUCKET)),
  // Only whether a field is there is asked: its shape is not read.
  fields: fieldDirectory(table(names.FIELDS_TABLE), { getText: async () => undefined }),
  overlay: packagedGeos(),
  settings: userSettings(table(names.CONFIGURATIONS_TABLE), users),
};

export const handler = serve(irrigationApi, { ...machineHandlers, ...fieldHandlers }, services);
