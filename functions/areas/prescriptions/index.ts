import { fieldDirectory } from '../../../adapters/aws/dynamodb/fields/field-directory.ts';
import { sendingStore } from '../../../adapters/aws/dynamodb/prescriptions/sending-store.ts';
import { requestEnds } from '../../../adapters/aws/dynamodb/request-ends.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { downloadMarks } from '../../../adapters/aws/dynamodb/transport/download-marks.ts';
import { sessionStore } from '../../../adapters/aws/dynamodb/uploads/session-store.ts';
import { userDirectory } from '../../../adapters/aws/dynamodb/users/user-directory.ts';
import { zoneStore } from '../../../adapters/aws/dynamodb/zones/zone-store.ts';
import { downloads } from '../../../adapters/aws/s3/downloads.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { partStore } from '../../../adapters/aws/s3/part-store.ts';
import { prescriptionReader } from '../../../adapters/prescriptions/prescription-reader.ts';
import type { OpenAccount } from '../../../adapters/providers/account.ts';
import { openPortOf } from '../../../adapters/providers/open-port.ts';
import { systemClock as clock, newId } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { serve } from '../../http/serve.ts';
import { httpServices } from '../../http/services.ts';
import { accountServices } from '../../queue/account-services.ts';
import { fileReaders } from '../../queue/file-readers.ts';
import { prescriptionsApi } from './api.ts';
import { type InspectServices, inspectHandlers } from './inspect-handlers.ts';
import { listHandlers } from './list-handlers.ts';
import { sendingHandlers } from './sending-handlers.ts';
import type { PrescriptionsServices } from './services.ts';
import { uploadHandlers } from './upload-handlers.ts';

const names = environment(
  'FIELDS_TABLE',
  'USERS_TABLE',
  'CREDENTIALS_TABLE',
  'PRESCRIPTIONS_TABLE',
  'UPLOADS_TABLE',
  'FILES_BUCKET',
  'REQUESTS_TABLE',
);
/** At module level, since its processes outlive a request. */
const reader = prescriptionReader(fileReaders('read-prescription'), requestEnds(table(names.REQUESTS_TABLE), clock));
const users = table(names.USERS_TABLE);
const credentials = table(names.CREDENTIALS_TABLE);
const bucket = partStore(names.FILES_BUCKET, clock);
const accounts = {
  ...accountServices(process.env),
  clock,
  downloads: ({ user, transport }: OpenAccount) => ({
    ...{ transport, bucket, clock },
    marks: downloadMarks({ credentials, users }, user, clock),
  }),
};

const fields = table(names.FIELDS_TABLE);
const files = objectStore(names.FILES_BUCKET);

const services: PrescriptionsServices & InspectServices = {
  ...httpServices(),
  users: userDirectory(users),
  reader,
  fields: fieldDirectory(fields, files),
  zones: zoneStore(fields, users),
  sendings: sendingStore({ prescriptions: table(names.PRESCRIPTIONS_TABLE), users, clock, newId }),
  sessions: sessionStore(table(names.UPLOADS_TABLE), users),
  files,
  downloads: downloads(names.FILES_BUCKET, clock),
  newId,
  accountOf: (user, provider) => openPortOf('prescriptions', user, provider, accounts),
};

export const handler = serve(
  prescriptionsApi,
  { ...uploadHandlers, ...listHandlers, ...sendingHandlers, ...inspectHandlers },
  services,
);
