import { deletedFields } from '../../../adapters/aws/dynamodb/satellite/deleted-fields.ts';
import { planetKeys } from '../../../adapters/aws/dynamodb/satellite/planet-keys.ts';
import { planetOrders } from '../../../adapters/aws/dynamodb/satellite/planet-orders.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { kmsSealer } from '../../../adapters/aws/kms/sealer.ts';
import { erasingObjectStore } from '../../../adapters/aws/s3/erasing-object-store.ts';
import { planetService } from '../../../adapters/satellite/planet/planet.ts';
import { systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { sqsWorker } from '../../queue/sqs-worker.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { type ErasureServices, eraseField } from './erase-field.ts';
import { fieldErasureMessage } from './messages.ts';

const names = environment('SATELLITE_TABLE', 'FILES_BUCKET', 'SECRETS_KEY_ID', 'PLANET_URL');
const satellite = table(names.SATELLITE_TABLE);

const services: ErasureServices = {
  deleted: deletedFields(satellite, systemClock),
  files: erasingObjectStore(names.FILES_BUCKET),
  orders: planetOrders(satellite, systemClock),
  planet: planetService({ address: names.PLANET_URL }),
  keys: planetKeys(satellite),
  sealer: kmsSealer(names.SECRETS_KEY_ID, systemClock),
};

/** Erases the images, processes and orders of deleted fields. */
export const handler = sqsWorker(fieldErasureMessage, (asked) => eraseField(asked, services), workerQueue());
