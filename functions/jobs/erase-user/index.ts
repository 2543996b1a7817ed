import { erasureProgress } from '../../../adapters/aws/dynamodb/erasure/erasure-progress.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { erasingObjectStore } from '../../../adapters/aws/s3/erasing-object-store.ts';
import { multipartStore } from '../../../adapters/aws/s3/multipart-store.ts';
import { messageQueue } from '../../../adapters/aws/sqs/send-message.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { sqsWorker } from '../../queue/sqs-worker.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { shardNoting } from '../note-changes/note-changes.ts';
import { eraseUser } from './erase-user.ts';
import { allErasers } from './erasers.ts';

const names = environment(
  'FIELDS_TABLE',
  'UPLOADS_TABLE',
  'OPERATIONS_TABLE',
  'ASSETS_TABLE',
  'CONFIGURATIONS_TABLE',
  'USAGE_TABLE',
  'EVENTS_TABLE',
  'REQUESTS_TABLE',
  'FILES_BUCKET',
  'LAKE_BUCKET',
  'WRITE_TABLES_QUEUE_URL',
);

const operations = table(names.OPERATIONS_TABLE);

const services = {
  erasers: allErasers({
    fields: table(names.FIELDS_TABLE),
    uploads: table(names.UPLOADS_TABLE),
    operations,
    assets: table(names.ASSETS_TABLE),
    configurations: table(names.CONFIGURATIONS_TABLE),
    usage: table(names.USAGE_TABLE),
    events: table(names.EVENTS_TABLE),
    files: erasingObjectStore(names.FILES_BUCKET),
    lake: erasingObjectStore(names.LAKE_BUCKET),
    multiparts: multipartStore(names.FILES_BUCKET, systemClock),
    tables: shardNoting(operations, {
      queue: messageQueue(names.WRITE_TABLES_QUEUE_URL),
      clock: systemClock,
      newId,
    }),
    newId,
    clock: systemClock,
  }),
  progress: erasureProgress(table(names.REQUESTS_TABLE), systemClock),
  clock: systemClock,
};

/** Erases what deleted users left behind. */
export const handler = sqsWorker(({ body, queue }) => eraseUser(body, { ...services, queue }), workerQueue());
