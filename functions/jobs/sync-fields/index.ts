import { userSettings } from '../../../adapters/aws/dynamodb/configurations/user-settings.ts';
import { changeTokens } from '../../../adapters/aws/dynamodb/credentials/change-tokens.ts';
import { farmStore } from '../../../adapters/aws/dynamodb/farms/farm-store.ts';
import { growerStore } from '../../../adapters/aws/dynamodb/growers/grower-store.ts';
import { organizationStore } from '../../../adapters/aws/dynamodb/organizations/organization-store.ts';
import { absenceStore } from '../../../adapters/aws/dynamodb/sync/absence-store.ts';
import { askedRecords } from '../../../adapters/aws/dynamodb/sync/asked-records.ts';
import { listNotes } from '../../../adapters/aws/dynamodb/sync/list-notes.ts';
import { syncRequests } from '../../../adapters/aws/dynamodb/sync/sync-requests.ts';
import { syncStore } from '../../../adapters/aws/dynamodb/sync/sync-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userLeases } from '../../../adapters/aws/dynamodb/work/known-leases.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { packagedGeos } from '../../../adapters/geos/packaged-geos.ts';
import { fieldProviderOf } from '../../../adapters/providers/field-provider.ts';
import { derivedId, newId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { accountServices } from '../../queue/account-services.ts';
import { sqsWorker } from '../../queue/sqs-worker.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { syncMessage } from './messages.ts';
import type { SyncServices } from './services.ts';
import { syncUser } from './sync-user.ts';

const names = environment(
  'FIELDS_TABLE',
  'USERS_TABLE',
  'CONFIGURATIONS_TABLE',
  'EVENTS_TABLE',
  'USAGE_TABLE',
  'CREDENTIALS_TABLE',
  'FILES_BUCKET',
  'SYNC_FILES_QUEUE_URL',
  'SYNC_ASSETS_QUEUE_URL',
  'SUBSCRIBE_PUSHES_QUEUE_URL',
  'SYNC_IRRIGATION_QUEUE_URL',
);
const users = table(names.USERS_TABLE);
const fields = table(names.FIELDS_TABLE);
const events = table(names.EVENTS_TABLE);
const usage = table(names.USAGE_TABLE);
const files = objectStore(names.FILES_BUCKET);
const clock = systemClock;
const accounts = { ...accountServices(process.env), changes: changeTokens(table(names.CREDENTIALS_TABLE), clock) };

const services: SyncServices = {
  store: syncStore({ fields, users, events, usage, files, newId }),
  absences: absenceStore({ fields, users, events, clock, newId }),
  notes: listNotes({ fields, users, clock }),
  asked: askedRecords(fields, users),
  organizations: organizationStore({ fields, users, events }),
  requests: syncRequests({ fields, users, events, clock, newId }),
  growers: growerStore(fields, users),
  farms: farmStore(fields, users),
  leases: userLeases('sync', { fields, users, clock }),
  settings: userSettings(table(names.CONFIGURATIONS_TABLE), users),
  providerOf: (user, link) => fieldProviderOf(user, link, accounts),
  overlay: packagedGeos(),
  fileQueue: messageQueue(names.SYNC_FILES_QUEUE_URL),
  assetsQueue: messageQueue(names.SYNC_ASSETS_QUEUE_URL),
  pushQueue: messageQueue(names.SUBSCRIBE_PUSHES_QUEUE_URL),
  irrigationQueue: messageQueue(names.SYNC_IRRIGATION_QUEUE_URL),
  clock,
  newId,
  derivedId,
};

/** Brings the fields of users from their providers. */
export const handler = sqsWorker(syncMessage, (asked, message) => syncUser(asked, message, services), workerQueue());
