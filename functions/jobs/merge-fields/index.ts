import { userSettings } from '../../../adapters/aws/dynamodb/configurations/user-settings.ts';
import { mergeStore } from '../../../adapters/aws/dynamodb/merging/merge-store.ts';
import { seedList } from '../../../adapters/aws/dynamodb/merging/seed-list.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userLeases } from '../../../adapters/aws/dynamodb/work/known-leases.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { packagedGeos } from '../../../adapters/geos/packaged-geos.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { sqsWorker } from '../../queue/sqs-worker.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { mergeFields } from './merge-fields.ts';
import { mergeMessage } from './messages.ts';
import type { MergeServices } from './services.ts';

const names = environment(
  'FIELDS_TABLE',
  'USERS_TABLE',
  'CONFIGURATIONS_TABLE',
  'EVENTS_TABLE',
  'USAGE_TABLE',
  'FILES_BUCKET',
);
const users = table(names.USERS_TABLE);
const fields = table(names.FIELDS_TABLE);
const clock = systemClock;

const services: MergeServices = {
  store: mergeStore({
    fields,
    users,
    events: table(names.EVENTS_TABLE),
    usage: table(names.USAGE_TABLE),
    files: objectStore(names.FILES_BUCKET),
    clock,
    newId,
  }),
  seeds: seedList(fields, users, newId),
  leases: userLeases('merge', { fields, users, clock }),
  settings: userSettings(table(names.CONFIGURATIONS_TABLE), users),
  overlay: packagedGeos(),
  clock,
  newId,
};

/** Merges fields that overlap, when the settings ask for it. */
export const handler = sqsWorker(
  mergeMessage,
  (asked, message) => mergeFields(asked, message, services),
  workerQueue(),
);
