import { assetStore } from '../../adapters/aws/dynamodb/assets/asset-store.ts';
import { userSettings } from '../../adapters/aws/dynamodb/configurations/user-settings.ts';
import { fieldDirectory } from '../../adapters/aws/dynamodb/fields/field-directory.ts';
import { endingBatchStore } from '../../adapters/aws/dynamodb/machine-files/batch-store.ts';
import { fieldCover } from '../../adapters/aws/dynamodb/machine-files/field-boxes.ts';
import { fieldWork } from '../../adapters/aws/dynamodb/machine-files/field-work.ts';
import { machineFileStore } from '../../adapters/aws/dynamodb/machine-files/machine-file-store.ts';
import { operationStore } from '../../adapters/aws/dynamodb/machine-files/operation-store.ts';
import { pointsPointer } from '../../adapters/aws/dynamodb/machine-files/points-pointer.ts';
import { table } from '../../adapters/aws/dynamodb/table.ts';
import { ownerPlaces } from '../../adapters/aws/dynamodb/turns/owner-places.ts';
import { userTurns } from '../../adapters/aws/dynamodb/turns/user-turns.ts';
import { waitingWork } from '../../adapters/aws/dynamodb/turns/waiting-work.ts';
import { streamingObjectStore } from '../../adapters/aws/s3/streaming-object-store.ts';
import { derivedId } from '../../adapters/derived-id.ts';
import { packagedGeos } from '../../adapters/geos/packaged-geos.ts';
import { containedEngine } from '../../adapters/machine-files/contained-engine.ts';
import { newId, systemClock } from '../../adapters/system.ts';
import { environment } from '../http/environment.ts';
import { attachFiles } from '../processing/attach-files.ts';
import { groupOperations } from '../processing/group-operations.ts';
import { inspectBatch } from '../processing/inspect-batch.ts';
import { forgetReplaced } from '../processing/lake-points.ts';
import { type ReadingMessage, readingOf, workOf } from '../processing/messages.ts';
import { processFile } from '../processing/process-file.ts';
import { reprocessFiles } from '../processing/reprocess-files.ts';
import { reprocessOperations } from '../processing/reprocess-operations.ts';
import type { ProcessingServices } from '../processing/services.ts';
import { fileReaders, fileWorker } from '../queue/file-worker.ts';
import type { Message } from '../queue/sqs-worker.ts';
import { filesAtOnce, withinPlaces } from '../queue/within-places.ts';

const names = environment(
  'OPERATIONS_TABLE',
  'USERS_TABLE',
  'FIELDS_TABLE',
  'CONFIGURATIONS_TABLE',
  'EVENTS_TABLE',
  'USAGE_TABLE',
  'ASSETS_TABLE',
  'FILES_BUCKET',
  'LAKE_BUCKET',
);
const operations = table(names.OPERATIONS_TABLE);
const users = table(names.USERS_TABLE);
const fields = table(names.FIELDS_TABLE);
const events = table(names.EVENTS_TABLE);
const usage = table(names.USAGE_TABLE);
const files = streamingObjectStore(names.FILES_BUCKET);

const waiting = waitingWork<ReadingMessage>(operations, systemClock);

const shared: Omit<ProcessingServices, 'queue'> = {
  batches: endingBatchStore(operations, users, events),
  machineFiles: machineFileStore({
    operations,
    users,
    events,
    usage,
  }),
  points: pointsPointer(operations),
  settings: userSettings(table(names.CONFIGURATIONS_TABLE), users),
  fields: fieldDirectory(fields, files),
  overlay: packagedGeos(),
  files,
  lake: streamingObjectStore(names.LAKE_BUCKET),
  engine: containedEngine(fileReaders('read-machine-files')),
  operations: operationStore({ operations, users, events, usage }),
  fieldWork: fieldWork(operations, users, newId),
  fieldCover: fieldCover(operations, { fields, users }),
  assets: assetStore(table(names.ASSETS_TABLE), users, events),
  turns: userTurns('operations', { fields, users, clock: systemClock }),
  waiting,
  filesAtOnce: filesAtOnce(),
  clock: systemClock,
  newId,
  derivedId,
};

const turns = { ...shared, places: ownerPlaces(operations, { clock: systemClock, newId }), waiting };

function read(work: ReadingMessage, message: Message, services: ProcessingServices): Promise<void> {
  return work.step === 'inspect' ? inspectBatch(work, message, services) : processFile(work, message, services);
}

/** Looks into batches that arrive under `incoming/machine-files/`, and turns what is in them into standard points. */
export const handler = fileWorker(async (message) => {
  const services = { ...shared, queue: message.queue };
  for (const work of workOf(message.body)) {
    if (work.step === 'attach') await attachFiles(work, message, services);
    else if (work.step === 'forget') await forgetReplaced(work, services);
    else if (work.step === 'reprocess') await reprocessFiles(work, message, services);
    else if (work.step === 'reprocessOperations') await reprocessOperations(work, message, services);
    else if (work.step === 'group') await groupOperations(work, message, services);
    else await withinPlaces(readingOf(work), message, (asked) => read(asked, message, services), turns);
  }
});
