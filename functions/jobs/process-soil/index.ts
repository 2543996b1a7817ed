import { fieldDirectory } from '../../../adapters/aws/dynamodb/fields/field-directory.ts';
import { ownerSlots } from '../../../adapters/aws/dynamodb/leases/owner-slots.ts';
import { waitingWork } from '../../../adapters/aws/dynamodb/leases/waiting-work.ts';
import { endingSoilStore } from '../../../adapters/aws/dynamodb/soil/ending-soil-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { streamingObjectStore } from '../../../adapters/aws/s3/streaming-object-store.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { soilReader } from '../../../adapters/soil/soil-reader.ts';
import { derivedId, newId, systemClock } from '../../../adapters/system.ts';
import { readingSeconds } from '../../../domain/files/reader-limits.ts';
import { byShard } from '../../../domain/lake-tables/shard.ts';
import { environment, environmentNumber } from '../../http/environment.ts';
import { fileReaders } from '../../queue/file-readers.ts';
import { sqsWorker } from '../../queue/sqs-worker.ts';
import { filesAtOnce, withinSlots, workersAtOnce } from '../../queue/within-slots.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { noteChanges, shardNoting } from '../note-changes/note-changes.ts';
import { attachSamples } from './attach-samples.ts';
import { arrivedSoil, type ReadSoilMessage, soilMessage } from './messages.ts';
import { readEntry } from './read-entry.ts';
import { removeBatch } from './remove-batch.ts';
import type { SoilProcessing } from './services.ts';

const names = environment(
  'SOIL_TABLE',
  'OPERATIONS_TABLE',
  'USERS_TABLE',
  'FIELDS_TABLE',
  'EVENTS_TABLE',
  'FILES_BUCKET',
  'WRITE_TABLES_QUEUE_URL',
);
/** The time limit for an empty zip; tests set less. */
const minReadingSeconds = environmentNumber('READING_SECONDS', 60);
const soil = table(names.SOIL_TABLE);
const files = streamingObjectStore(names.FILES_BUCKET);
const tables = { soil, users: table(names.USERS_TABLE), events: table(names.EVENTS_TABLE) };
const writing = { queue: messageQueue(names.WRITE_TABLES_QUEUE_URL), clock: systemClock, newId };
const noting = shardNoting(table(names.OPERATIONS_TABLE), writing);

const services: SoilProcessing = {
  soil: endingSoilStore(tables, systemClock),
  files,
  reader: soilReader(fileReaders('read-soil'), (bytes) => readingSeconds(bytes, minReadingSeconds)),
  fields: fieldDirectory(table(names.FIELDS_TABLE), files),
  noteRows: (change) => noteChanges(byShard([change]), noting),
  clock: systemClock,
  derivedId,
};

const slotServices = {
  slots: ownerSlots(soil, { clock: systemClock, newId }),
  waiting: waitingWork<ReadSoilMessage>(soil, systemClock),
  filesAtOnce: filesAtOnce(),
  workersAtOnce: workersAtOnce(),
  clock: systemClock,
};

/** Reads zips of soil results that arrive under `incoming/soil/`, and has rows of samples follow the fields around them. */
export const handler = sqsWorker(
  soilMessage,
  async (asked, message) => {
    if (asked.step === 'attach') return attachSamples(asked, services);
    if (asked.step === 'remove') return removeBatch(asked, services);
    const work = { ownerId: asked.ownerId, id: `${asked.batchId}#${asked.entryId}`, message: asked };
    await withinSlots(work, message, (reading) => readEntry(reading, message, services), slotServices);
  },
  workerQueue(),
  arrivedSoil,
);
