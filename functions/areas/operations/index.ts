import { setTimeout } from 'node:timers/promises';
import { apiKeyDirectory } from '../../../adapters/aws/dynamodb/keys/api-key-directory.ts';
import { askedWorkStore } from '../../../adapters/aws/dynamodb/machine-files/asked-work-store.ts';
import { batchStore } from '../../../adapters/aws/dynamodb/machine-files/batch-store.ts';
import { machineFileWriter } from '../../../adapters/aws/dynamodb/machine-files/machine-file-writer.ts';
import { operationDirectory } from '../../../adapters/aws/dynamodb/operations/operation-directory.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { downloads } from '../../../adapters/aws/s3/downloads.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { operationsApi } from './api.ts';
import { batchHandlers } from './batch/handlers.ts';
import { artefactHandlers } from './files/artefact-handlers.ts';
import { fileHandlers } from './files/handlers.ts';
import { layerHandlers } from './layers/handlers.ts';
import type { OperationsServices } from './services.ts';
import { workHandlers } from './work/handlers.ts';
import { workImageHandlers } from './work/image-handlers.ts';

const names = environment(
  'OPERATIONS_TABLE',
  'USERS_TABLE',
  'FILES_BUCKET',
  'PROCESS_MACHINE_FILES_QUEUE_URL',
  'KEYS_TABLE',
);
const operations = table(names.OPERATIONS_TABLE);
const users = table(names.USERS_TABLE);

const services: OperationsServices = {
  ...httpServices(),
  apiKeys: apiKeyDirectory(table(names.KEYS_TABLE), users, systemClock),
  batches: batchStore(operations, users),
  machineFiles: machineFileWriter(operations, users),
  operations: operationDirectory(operations),
  drawings: askedWorkStore({ operations, users }, 'images'),
  outputs: (output) => askedWorkStore({ operations, users }, `output#${output}`),
  files: objectStore(names.FILES_BUCKET),
  downloads: downloads(names.FILES_BUCKET, systemClock),
  users: userDirectory(users),
  queue: messageQueue(names.PROCESS_MACHINE_FILES_QUEUE_URL),
  sleep: (milliseconds) => setTimeout(milliseconds),
  newId,
};

export const handler = serve(
  operationsApi,
  { ...batchHandlers, ...fileHandlers, ...artefactHandlers, ...workHandlers, ...workImageHandlers, ...layerHandlers },
  services,
);
