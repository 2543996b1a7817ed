import { setTimeout } from 'node:timers/promises';
import { userSettings } from '../../../adapters/aws/dynamodb/configurations/user-settings.ts';
import { farmStore } from '../../../adapters/aws/dynamodb/farms/farm-store.ts';
import { fieldDirectory } from '../../../adapters/aws/dynamodb/fields/field-directory.ts';
import { fieldStore } from '../../../adapters/aws/dynamodb/fields/field-store.ts';
import { growerStore } from '../../../adapters/aws/dynamodb/growers/grower-store.ts';
import { apiKeyDirectory } from '../../../adapters/aws/dynamodb/keys/api-key-directory.ts';
import { askedWorkStore } from '../../../adapters/aws/dynamodb/machine-files/asked-work-store.ts';
import { machineFileDirectory } from '../../../adapters/aws/dynamodb/machine-files/machine-file-directory.ts';
import { operationDirectory } from '../../../adapters/aws/dynamodb/operations/operation-directory.ts';
import { seasonStore } from '../../../adapters/aws/dynamodb/seasons/season-store.ts';
import { soilStore } from '../../../adapters/aws/dynamodb/soil/soil-store.ts';
import { syncRequests } from '../../../adapters/aws/dynamodb/sync/sync-requests.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { zoneStore } from '../../../adapters/aws/dynamodb/zones/zone-store.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { packagedGeos } from '../../../adapters/geos/packaged-geos.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { fieldsApi } from './api.ts';
import { boundaryHandlers } from './boundary/handlers.ts';
import { farmHandlers } from './farms/handlers.ts';
import { fieldHandlers } from './field/handlers.ts';
import { growerHandlers } from './growers/handlers.ts';
import { operationFileHandlers } from './operation-file/handlers.ts';
import { overlapHandlers } from './overlap/handlers.ts';
import { seasonHandlers } from './seasons/handlers.ts';
import type { FieldsServices } from './services.ts';
import { fieldSoilHandlers } from './soil/handlers.ts';
import { syncHandlers } from './sync/handlers.ts';
import { zoneHandlers } from './zones/handlers.ts';

const names = environment(
  'FIELDS_TABLE',
  'USERS_TABLE',
  'KEYS_TABLE',
  'EVENTS_TABLE',
  'USAGE_TABLE',
  'OPERATIONS_TABLE',
  'SOIL_TABLE',
  'CONFIGURATIONS_TABLE',
  'FILES_BUCKET',
  'SYNC_FIELDS_QUEUE_URL',
  'PROCESS_MACHINE_FILES_QUEUE_URL',
);

const users = table(names.USERS_TABLE);
const files = objectStore(names.FILES_BUCKET);
const fields = table(names.FIELDS_TABLE);
const events = table(names.EVENTS_TABLE);
const operations = table(names.OPERATIONS_TABLE);
const settings = userSettings(table(names.CONFIGURATIONS_TABLE), users);

const services: FieldsServices = {
  ...httpServices(),
  apiKeys: apiKeyDirectory(table(names.KEYS_TABLE), users, systemClock),
  users: userDirectory(users),
  growers: growerStore(fields, users),
  farms: farmStore(fields, users),
  fields: fieldDirectory(fields, files, operations),
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
  soil: soilStore(table(names.SOIL_TABLE), users),
  attachPercent: async (ownerId, svcUserId) => (await settings(ownerId, svcUserId)).fieldsAttachIntersection,
  sync: syncRequests({ fields, users, events, clock: systemClock, newId }),
  syncQueue: messageQueue(names.SYNC_FIELDS_QUEUE_URL),
  outputs: (output) => askedWorkStore({ operations, users }, `output#${output}`),
  outputQueue: messageQueue(names.PROCESS_MACHINE_FILES_QUEUE_URL),
  sleep: (milliseconds) => setTimeout(milliseconds),
  overlay: packagedGeos(),
  newId,
};

export const handler = serve(
  fieldsApi,
  {
    ...growerHandlers,
    ...farmHandlers,
    ...fieldHandlers,
    ...boundaryHandlers,
    ...overlapHandlers,
    ...operationFileHandlers,
    ...syncHandlers,
    ...seasonHandlers,
    ...zoneHandlers,
    ...fieldSoilHandlers,
  },
  services,
);
