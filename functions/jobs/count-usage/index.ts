import { countingWork } from '../../../adapters/aws/dynamodb/consumption/counting-work.ts';
import { firstDays } from '../../../adapters/aws/dynamodb/consumption/first-days.ts';
import { sourceReader } from '../../../adapters/aws/dynamodb/consumption/source-reader.ts';
import { tileStore } from '../../../adapters/aws/dynamodb/consumption/tile-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { packagedGeos } from '../../../adapters/geos/packaged-geos.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { sqsWorker } from '../../queue/sqs-worker.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { countUsage } from './count-usage.ts';
import { countMessage } from './messages.ts';
import type { CountingServices } from './services.ts';

const names = environment('CONSUMPTION_TABLE', 'USAGE_TABLE', 'FIELDS_TABLE', 'USERS_TABLE', 'FILES_BUCKET');
const consumption = table(names.CONSUMPTION_TABLE);
const files = objectStore(names.FILES_BUCKET);

const services: CountingServices = {
  ...countingWork(consumption, systemClock, newId),
  sources: sourceReader({
    usage: table(names.USAGE_TABLE),
    fields: table(names.FIELDS_TABLE),
    users: table(names.USERS_TABLE),
    files,
    clock: systemClock,
  }),
  tiles: tileStore(consumption, files, newId),
  firstDays: firstDays(consumption),
  overlay: packagedGeos(),
  clock: systemClock,
};

/** Counts the ground of usage facts, without what overlaps. */
export const handler = sqsWorker(countMessage, (asked, message) => countUsage(asked, message, services), workerQueue());
