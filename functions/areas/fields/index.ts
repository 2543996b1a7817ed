import { farmStore } from '../../../adapters/aws/dynamodb/farms/farm-store.ts';
import { fieldDirectory } from '../../../adapters/aws/dynamodb/fields/field-directory.ts';
import { fieldStore } from '../../../adapters/aws/dynamodb/fields/field-store.ts';
import { growerStore } from '../../../adapters/aws/dynamodb/growers/grower-store.ts';
import { machineFileDirectory } from '../../../adapters/aws/dynamodb/machine-files/machine-file-directory.ts';
import { operationDirectory } from '../../../adapters/aws/dynamodb/machine-files/operation-directory.ts';
import { seasonStore } from '../../../adapters/aws/dynamodb/seasons/season-store.ts';
import { syncRequests } from '../../../adapters/aws/dynamodb/sync/sync-requests.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { zoneStore } from '../../../adapters/aws/dynamodb/zones/zone-store.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { messageQueue } from '../../../adapters/aws/sqs/send-message.ts';
import { packagedGeos } from '../../../adapters/geos/packaged-geos.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
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
import { createFieldFromPoints } from './field/create-field-from-points.ts';
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
import { createSeason } from './seasons/create-season.ts';
import { deleteSeason } from './seasons/delete-season.ts';
import { listSeasons } from './seasons/list-seasons.ts';
import type { FieldsServices } from './services.ts';
import { enableFieldSync } from './sync/enable-field-sync.ts';
import { enableGrowersSync } from './sync/enable-growers-sync.ts';
import { integrateField } from './sync/integrate-field.ts';
import { syncFields } from './sync/sync-fields.ts';
import { createZone } from './zones/create-zone.ts';
import { deleteZone } from './zones/delete-zone.ts';
import { listZones } from './zones/list-zones.ts';

const names = environment(
  'FIELDS_TABLE',
  'USERS_TABLE',
  'EVENTS_TABLE',
  'USAGE_TABLE',
  'OPERATIONS_TABLE',
  'FILES_BUCKET',
  'SYNC_FIELDS_QUEUE_URL',
);

const users = table(names.USERS_TABLE);
const files = objectStore(names.FILES_BUCKET);
const fields = table(names.FIELDS_TABLE);
const events = table(names.EVENTS_TABLE);
const operations = table(names.OPERATIONS_TABLE);

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
  machineFiles: machineFileDirectory(operations),
  operations: operationDirectory(operations),
  files,
  seasons: seasonStore(fields, users),
  zones: zoneStore(fields, users),
  sync: syncRequests({ fields, users, events, clock: systemClock, newId }),
  syncQueue: messageQueue(names.SYNC_FIELDS_QUEUE_URL),
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
    createFieldFromPoints,
    changeField,
    deleteField,
    findIntersectingFields,
    findIntersectingFieldsOfOwner,
    intersectFields,
    listOperationFiles,
    getOperationFile,
    listOperations,
    getOperation,
    listSeasons,
    createSeason,
    deleteSeason,
    listZones,
    createZone,
    deleteZone,
    syncFields,
    enableFieldSync,
    enableGrowersSync,
    integrateField,
  },
  services,
);
