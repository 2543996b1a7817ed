import { fieldDirectory } from '../../../adapters/aws/dynamodb/fields/field-directory.ts';
import { apiKeyDirectory } from '../../../adapters/aws/dynamodb/keys/api-key-directory.ts';
import { ownerSlots } from '../../../adapters/aws/dynamodb/leases/owner-slots.ts';
import { batchStore } from '../../../adapters/aws/dynamodb/machine-files/batch-store.ts';
import { sendingStore } from '../../../adapters/aws/dynamodb/prescriptions/sending-store.ts';
import { soilStore } from '../../../adapters/aws/dynamodb/soil/soil-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { sessionStore } from '../../../adapters/aws/dynamodb/uploads/session-store.ts';
import { sessionSlots } from '../../../adapters/aws/dynamodb/uploads/upload-item.ts';
import { uploadStore } from '../../../adapters/aws/dynamodb/uploads/upload-store.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { downloads } from '../../../adapters/aws/s3/downloads.ts';
import { multipartStore } from '../../../adapters/aws/s3/multipart-store.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { derivedId, newId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { uploadsApi } from './api.ts';
import type { UploadsServices } from './services.ts';
import { sessionHandlers } from './session-handlers.ts';
import { uploadHandlers } from './upload-handlers.ts';

const names = environment(
  'OPERATIONS_TABLE',
  'UPLOADS_TABLE',
  'SOIL_TABLE',
  'PRESCRIPTIONS_TABLE',
  'USERS_TABLE',
  'KEYS_TABLE',
  'FIELDS_TABLE',
  'FILES_BUCKET',
);
const users = table(names.USERS_TABLE);
const uploads = table(names.UPLOADS_TABLE);
const files = objectStore(names.FILES_BUCKET);

const services: UploadsServices = {
  ...httpServices(),
  apiKeys: apiKeyDirectory(table(names.KEYS_TABLE), users, systemClock),
  uploads: uploadStore(uploads, users),
  sessions: sessionStore(uploads, users),
  sessionSlots: ownerSlots(uploads, { clock: systemClock, newId }, sessionSlots),
  batches: batchStore(table(names.OPERATIONS_TABLE), users),
  soil: soilStore(table(names.SOIL_TABLE), users),
  sendings: sendingStore({ prescriptions: table(names.PRESCRIPTIONS_TABLE), users, clock: systemClock, newId }),
  multiparts: multipartStore(names.FILES_BUCKET, systemClock),
  downloads: downloads(names.FILES_BUCKET, systemClock),
  files,
  users: userDirectory(users),
  fields: fieldDirectory(table(names.FIELDS_TABLE), files),
  newId,
  derivedId,
};

export const handler = serve(uploadsApi, { ...uploadHandlers, ...sessionHandlers }, services);
