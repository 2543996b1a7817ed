import { configurationStore } from '../../adapters/aws/dynamodb/configurations/configuration-store.ts';
import { batchStore } from '../../adapters/aws/dynamodb/machine-files/batch-store.ts';
import { machineFileStore } from '../../adapters/aws/dynamodb/machine-files/machine-file-store.ts';
import { table } from '../../adapters/aws/dynamodb/table.ts';
import { objectStore } from '../../adapters/aws/s3/object-store.ts';
import { putOff } from '../../adapters/aws/sqs/put-off.ts';
import { messageQueue } from '../../adapters/aws/sqs/send-message.ts';
import { derivedId } from '../../adapters/derived-id.ts';
import { machineFileEngine } from '../../adapters/machine-files/engine.ts';
import { newId, systemClock } from '../../adapters/system.ts';
import { environment, environmentNumber } from '../http/environment.ts';
import { inspectBatch } from '../processing/inspect-batch.ts';
import { workOf } from '../processing/messages.ts';
import { processFile } from '../processing/process-file.ts';
import type { ProcessingServices } from '../processing/services.ts';
import { sqsWorker } from '../queue/sqs-worker.ts';

const names = environment(
  'OPERATIONS_TABLE',
  'USERS_TABLE',
  'CONFIGURATIONS_TABLE',
  'EVENTS_TABLE',
  'USAGE_TABLE',
  'FILES_BUCKET',
  'LAKE_BUCKET',
  'QUEUE_URL',
);
const operations = table(names.OPERATIONS_TABLE);
const users = table(names.USERS_TABLE);

const services: ProcessingServices = {
  batches: batchStore(operations, users),
  machineFiles: machineFileStore({
    operations,
    users,
    events: table(names.EVENTS_TABLE),
    usage: table(names.USAGE_TABLE),
  }),
  configurations: configurationStore(table(names.CONFIGURATIONS_TABLE), users),
  files: objectStore(names.FILES_BUCKET),
  lake: objectStore(names.LAKE_BUCKET),
  engine: machineFileEngine,
  queue: messageQueue(names.QUEUE_URL),
  clock: systemClock,
  newId,
  derivedId,
};

/** Looks into batches that arrive under `incoming/machine-files/`, and turns what is in them into standard points. */
export const handler = sqsWorker(
  async (message) => {
    for (const work of workOf(message.body)) {
      if (work.step === 'inspect') await inspectBatch(work, message, services);
      else await processFile(work, message, services);
    }
  },
  { maxReceiveCount: environmentNumber('MAX_RECEIVE_COUNT', 3), putOff: putOff(names.QUEUE_URL) },
);
