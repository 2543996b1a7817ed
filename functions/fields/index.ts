import { farmStore } from '../../adapters/aws/dynamodb/farms/farm-store.ts';
import { fieldDirectory } from '../../adapters/aws/dynamodb/fields/field-directory.ts';
import { growerStore } from '../../adapters/aws/dynamodb/growers/grower-store.ts';
import { table } from '../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../adapters/aws/dynamodb/users/user-directory.ts';
import { objectStore } from '../../adapters/aws/s3/object-store.ts';
import { environment } from '../http/environment.ts';
import { serve } from '../http/serve.ts';
import { httpServices } from '../http/services.ts';
import { fieldsApi } from './api.ts';
import { getActiveBoundary } from './boundary/get-active-boundary.ts';
import { getBoundary } from './boundary/get-boundary.ts';
import { listBoundaries } from './boundary/list-boundaries.ts';
import { createFarm } from './farms/create-farm.ts';
import { getFarm } from './farms/get-farm.ts';
import { listFarms } from './farms/list-farms.ts';
import { replaceFarm } from './farms/replace-farm.ts';
import { getField } from './field/get-field.ts';
import { listFields } from './field/list-fields.ts';
import { createGrower } from './growers/create-grower.ts';
import { findGrower } from './growers/find-grower.ts';
import { getGrower } from './growers/get-grower.ts';
import { listGrowers } from './growers/list-growers.ts';
import { replaceGrower } from './growers/replace-grower.ts';
import type { FieldsServices } from './services.ts';

const { FIELDS_TABLE, USERS_TABLE, FILES_BUCKET } = environment('FIELDS_TABLE', 'USERS_TABLE', 'FILES_BUCKET');

const users = table(USERS_TABLE);
const fields = table(FIELDS_TABLE);

const services: FieldsServices = {
  ...httpServices(),
  users: userDirectory(users),
  growers: growerStore(fields, users),
  farms: farmStore(fields, users),
  fields: fieldDirectory(fields, objectStore(FILES_BUCKET)),
};

export const handler = serve(
  fieldsApi,
  {
    listGrowers,
    findGrower,
    getGrower,
    createGrower,
    replaceGrower,
    listFarms,
    getFarm,
    createFarm,
    replaceFarm,
    listFields,
    getField,
    listBoundaries,
    getBoundary,
    getActiveBoundary,
  },
  services,
);
