import { apiKeyDirectory } from '../../../adapters/aws/dynamodb/keys/api-key-directory.ts';
import { requestEnds } from '../../../adapters/aws/dynamodb/request-ends.ts';
import { endingSoilStore } from '../../../adapters/aws/dynamodb/soil/ending-soil-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { downloads } from '../../../adapters/aws/s3/downloads.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { soilContentReader } from '../../../adapters/soil/soil-reader.ts';
import { derivedId, newId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { fileReaders } from '../../queue/file-readers.ts';
import { soilApi } from './api.ts';
import { batchHandlers } from './batch/handlers.ts';
import { resultHandlers } from './results/handlers.ts';
import type { SoilServices } from './services.ts';

const names = environment('SOIL_TABLE', 'USERS_TABLE', 'KEYS_TABLE', 'EVENTS_TABLE', 'FILES_BUCKET', 'REQUESTS_TABLE');
const users = table(names.USERS_TABLE);

const tables = { soil: table(names.SOIL_TABLE), users, events: table(names.EVENTS_TABLE) };

const services: SoilServices = {
  ...httpServices(),
  soil: endingSoilStore(tables, systemClock),
  files: objectStore(names.FILES_BUCKET),
  downloads: downloads(names.FILES_BUCKET, systemClock),
  users: userDirectory(users),
  apiKeys: apiKeyDirectory(table(names.KEYS_TABLE), users, systemClock),
  reader: soilContentReader(() => fileReaders('read-soil'), requestEnds(table(names.REQUESTS_TABLE), systemClock)),
  newId,
  derivedId,
};

export const handler = serve(soilApi, { ...batchHandlers, ...resultHandlers }, services);
