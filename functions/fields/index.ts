import { farmStore } from '../../adapters/aws/dynamodb/farms/farm-store.ts';
import { fieldDirectory } from '../../adapters/aws/dynamodb/fields/field-directory.ts';
import { fieldStore } from '../../adapters/aws/dynamodb/fields/field-store.ts';
import { growerStore } from '../../adapters/aws/dynamodb/growers/grower-store.ts';
import { table } from '../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../adapters/aws/dynamodb/users/user-directory.ts';
import { objectStore } from '../../adapters/aws/s3/object-store.ts';
import { packagedGeos } from '../../adapters/geos/packaged-geos.ts';
import { newId, systemClock } from '../../adapters/system.ts';
import { environment } from '../http/environment.ts';
import { serve } from '../http/serve.ts';
import { httpServices } from '../http/services.ts';
import { fieldsApi } from './api.ts';
import { getActiveBoundary } from './boundary/get-active-boundary.ts';
import { getBoundary } from './boundary/get-boundary.ts';
import { listBoundaries } from './boundary/list-boundaries.ts';
import { replaceBoundary } from './boundary/replace-boundary.ts';
import { createFarm } from './farms/create-farm.ts';
import { getFarm } from './farms/get-farm.ts';
import { listFarms } from './farms/list-farms.ts';
import { replaceFarm } from './farms/replace-farm.ts';
import { changeField } from './field/change-field.ts';
import { createField } from './field/create-field.ts';
import { deleteField } from './field/delete-field.ts';
import { getField } from './field/get-field.ts';
import { listFields } from './field/list-fields.ts';
import { createGrower } from './growers/create-grower.ts';
import { findGrower } from './growers/find-grower.ts';
import { getGrower } from './growers/get-grower.ts';
import { listGrowers } from './growers/list-growers.ts';
import { replaceGrower } from './growers/replace-grower.ts';
import { getOperation, getOperationFile } from './operation-file/get-operation-file.ts';
import { listOperationFiles, listOperations } from './operation-file/list-operation-files.ts';
import { findIntersectingFields } from './overlap/find-intersecting-fields.ts';
import { findIntersectingFieldsOfOwner } from './overlap/find-intersecting-fields-of-owner.ts';
import { intersectFields } from './overlap/intersect-fields.ts';
import type { FieldsServices } from './services.ts';

const names = environment('FIELDS_TABLE', 'USERS_TABLE', 'EVENTS_TABLE', 'USAGE_TABLE', 'FILES_BUCKET');

const users = table(names.USERS_TABLE);
const files = objectStore(names.FILES_BUCKET);
const fields = table(names.FIELDS_TABLE);
const events = table(names.EVENTS_TABLE);

const services: FieldsServices = {
  ...httpServices(),
  users: userDirectory(users),
  growers: growerStore(fields, users),
  farms: farmStore(fields, users),
  fields: fieldDirectory(fields, files),
  fieldEdits: fieldStore({
    fields,
    users,
    events,
    usage: table(names.USAGE_TABLE),
    files,
    clock: systemClock,
    newId,
  }),
  overlay: packagedGeos(),
  newId,
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
    replaceBoundary,
    createField,
    changeField,
    deleteField,
    findIntersectingFields,
    findIntersectingFieldsOfOwner,
    intersectFields,
    listOperationFiles,
    getOperationFile,
    listOperations,
    getOperation,
  },
  services,
);
