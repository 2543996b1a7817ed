import { deletedFields } from '../../../adapters/aws/dynamodb/satellite/deleted-fields.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { erasingObjectStore } from '../../../adapters/aws/s3/erasing-object-store.ts';
import { systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { sqsWorker } from '../../queue/sqs-worker.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { type ErasureServices, eraseField } from './erase-field.ts';
import { fieldErasureMessage } from './messages.ts';

const names = environment('SATELLITE_TABLE', 'FILES_BUCKET');

const services: ErasureServices = {
  deleted: deletedFields(table(names.SATELLITE_TABLE), systemClock),
  files: erasingObjectStore(names.FILES_BUCKET),
};

/** Removes what deleted fields leave behind. */
export const handler = sqsWorker(fieldErasureMessage, (asked) => eraseField(asked, services), workerQueue());
