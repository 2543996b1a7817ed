import { fieldWriter } from '../../../adapters/aws/dynamodb/fields/field-writer.ts';
import { ownerSlots } from '../../../adapters/aws/dynamodb/leases/owner-slots.ts';
import { waitingWork } from '../../../adapters/aws/dynamodb/leases/waiting-work.ts';
import { batchStore } from '../../../adapters/aws/dynamodb/machine-files/batch-store.ts';
import { soilStore } from '../../../adapters/aws/dynamodb/soil/soil-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { uploadStore } from '../../../adapters/aws/dynamodb/uploads/upload-store.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { boundaryReader } from '../../../adapters/boundary-files/boundary-reader.ts';
import { derivedId, newId, orderedId, systemClock } from '../../../adapters/system.ts';
import { readingSeconds, uploadSeconds } from '../../../domain/files/reader-limits.ts';
import { environment, environmentNumber } from '../../http/environment.ts';
import { fileReaders } from '../../queue/file-readers.ts';
import { sqsWorker } from '../../queue/sqs-worker.ts';
import { filesAtOnce, withinSlots, workersAtOnce } from '../../queue/within-slots.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { convertUpload } from './convert-upload.ts';
import { arrivedUpload, type Conversion, conversionMessage } from './messages.ts';
import { sendersOn } from './send-on.ts';
import type { ConversionServices } from './services.ts';

const names = environment(
  'UPLOADS_TABLE',
  'OPERATIONS_TABLE',
  'USERS_TABLE',
  'FIELDS_TABLE',
  'SOIL_TABLE',
  'EVENTS_TABLE',
  'USAGE_TABLE',
  'FILES_BUCKET',
);
/** The time limit for an empty file; tests set less. */
const minReadingSeconds = environmentNumber('READING_SECONDS', 60);
const users = table(names.USERS_TABLE);
const uploads = table(names.UPLOADS_TABLE);
const files = objectStore(names.FILES_BUCKET);

const services: ConversionServices = {
  uploads: uploadStore(uploads, users),
  ...sendersOn({
    batches: batchStore(table(names.OPERATIONS_TABLE), users),
    soil: soilStore(table(names.SOIL_TABLE), users),
    files,
    clock: systemClock,
    derivedId,
  }),
  fields: fieldWriter({
    fields: table(names.FIELDS_TABLE),
    users,
    events: table(names.EVENTS_TABLE),
    usage: table(names.USAGE_TABLE),
    files,
    newId,
  }),
  files,
  reader: boundaryReader(fileReaders('read-boundaries'), systemClock, {
    ofFile: (bytes) => readingSeconds(bytes, minReadingSeconds),
    ofUpload: uploadSeconds,
  }),
  clock: systemClock,
  orderedId,
  derivedId,
};

const slotServices = {
  slots: ownerSlots(uploads, { clock: systemClock, newId }),
  waiting: waitingWork<Conversion>(uploads, systemClock),
  filesAtOnce: filesAtOnce(),
  workersAtOnce: workersAtOnce(),
  clock: systemClock,
};

/** Turns files that arrive under `incoming/boundaries/` into fields. */
export const handler = sqsWorker(
  conversionMessage,
  async (asked, message) => {
    const work = { ownerId: asked.ownerId, id: asked.uploadId, message: asked };
    await withinSlots(work, message, (conversion) => convertUpload(conversion, message, services), slotServices);
  },
  workerQueue(),
  arrivedUpload,
);
