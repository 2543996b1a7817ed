import { userSettings } from '../../../adapters/aws/dynamodb/configurations/user-settings.ts';
import { fieldDirectory } from '../../../adapters/aws/dynamodb/fields/field-directory.ts';
import { irrigationNotes } from '../../../adapters/aws/dynamodb/irrigation/irrigation-item.ts';
import { irrigationStore } from '../../../adapters/aws/dynamodb/irrigation/irrigation-store.ts';
import { linkStore } from '../../../adapters/aws/dynamodb/sync/link-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userLeases } from '../../../adapters/aws/dynamodb/work/known-leases.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { packagedGeos } from '../../../adapters/geos/packaged-geos.ts';
import { openPort } from '../../../adapters/providers/open-port.ts';
import { zoneAt } from '../../../adapters/reference/zone-at.ts';
import { systemClock as clock, derivedId, newId } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { accountServices } from '../../queue/account-services.ts';
import { sqsWorker } from '../../queue/sqs-worker.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { irrigationMessage } from './messages.ts';
import { type IrrigationServices, nameOf } from './services.ts';
import { syncIrrigation } from './sync-irrigation.ts';

const names = environment(
  'IRRIGATION_TABLE',
  'FIELDS_TABLE',
  'USERS_TABLE',
  'CONFIGURATIONS_TABLE',
  'EVENTS_TABLE',
  'FILES_BUCKET',
);
const [irrigation, fields, users] = [
  table(names.IRRIGATION_TABLE),
  table(names.FIELDS_TABLE),
  table(names.USERS_TABLE),
];
const files = objectStore(names.FILES_BUCKET);
const accounts = accountServices(process.env);

const services: IrrigationServices = {
  store: irrigationStore({ irrigation, users, events: table(names.EVENTS_TABLE), files, clock, newId }),
  list: irrigationNotes(irrigation, users, { nameOf, newId }),
  leases: userLeases('irrigation', { fields, users, clock }),
  links: linkStore(fields, users),
  fields: fieldDirectory(fields, files),
  settings: userSettings(table(names.CONFIGURATIONS_TABLE), users),
  providerOf: (user, link) => openPort('irrigation', user, link, accounts),
  zoneAt,
  overlay: packagedGeos(),
  clock,
  derivedId,
};

/** Brings irrigation of users from their providers, and cuts it at their fields. */
export const handler = sqsWorker(
  irrigationMessage,
  (asked, message) => syncIrrigation(asked, message, services),
  workerQueue(),
);
