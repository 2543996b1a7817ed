import { assetStore } from '../../../adapters/aws/dynamodb/assets/asset-store.ts';
import { userSettings } from '../../../adapters/aws/dynamodb/configurations/user-settings.ts';
import { fieldDirectory } from '../../../adapters/aws/dynamodb/fields/field-directory.ts';
import { compactedObjects } from '../../../adapters/aws/dynamodb/lake/compacted-objects.ts';
import { fieldCover } from '../../../adapters/aws/dynamodb/lake/field-boxes.ts';
import { pointsPointer } from '../../../adapters/aws/dynamodb/lake/points-pointer.ts';
import { ownerSlots } from '../../../adapters/aws/dynamodb/leases/owner-slots.ts';
import { waitingWork } from '../../../adapters/aws/dynamodb/leases/waiting-work.ts';
import { askedWorkStore } from '../../../adapters/aws/dynamodb/machine-files/asked-work-store.ts';
import { endingBatchStore } from '../../../adapters/aws/dynamodb/machine-files/batch-store.ts';
import { machineFileStore } from '../../../adapters/aws/dynamodb/machine-files/machine-file-store.ts';
import { changedFields } from '../../../adapters/aws/dynamodb/operations/changed-fields.ts';
import { fieldWork } from '../../../adapters/aws/dynamodb/operations/field-work.ts';
import { changedRecords, loggedSpans } from '../../../adapters/aws/dynamodb/operations/logged-spans.ts';
import { operationStore } from '../../../adapters/aws/dynamodb/operations/operation-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { userLeases } from '../../../adapters/aws/dynamodb/work/known-leases.ts';
import { streamingObjectStore } from '../../../adapters/aws/s3/streaming-object-store.ts';
import { packagedGeos } from '../../../adapters/geos/packaged-geos.ts';
import { containedEngine } from '../../../adapters/machine-files/contained-engine.ts';
import { derivedId, newId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { fileReaders } from '../../queue/file-readers.ts';
import { type Message, sqsWorker } from '../../queue/sqs-worker.ts';
import { filesAtOnce, withinSlots, workersAtOnce } from '../../queue/within-slots.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { attachFiles } from './attach-files.ts';
import { inspectBatch } from './inspect-batch.ts';
import { forgetReplaced } from './lake-points.ts';
import { arrivedBatch, machineFileMessage, type ReadingMessage, readingOf } from './messages.ts';
import { groupOperations, reprocessOperations } from './operations/group-operations.ts';
import { drawAsked } from './outputs/draw-images.ts';
import { makeOutput } from './outputs/make-output.ts';
import { processFile } from './process-file.ts';
import { compareAsked } from './records/compare-records.ts';
import { reprocessFiles } from './reprocess-files.ts';
import type { ProcessingServices } from './services.ts';

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
const assets = table(names.ASSETS_TABLE);
const files = streamingObjectStore(names.FILES_BUCKET);

const waiting = waitingWork<ReadingMessage>(operations, systemClock);

const shared: Omit<ProcessingServices, 'queue'> = {
  batches: endingBatchStore(operations, users, events),
  machineFiles: machineFileStore({
    operations,
    users,
    events,
    usage,
    assets,
  }),
  drawings: askedWorkStore({ operations, users }, 'images'),
  outputs: (output) => askedWorkStore({ operations, users }, `output#${output}`),
  points: pointsPointer(operations),
  compacted: compactedObjects(operations),
  settings: userSettings(table(names.CONFIGURATIONS_TABLE), users),
  fields: fieldDirectory(fields, files),
  overlay: packagedGeos(),
  files,
  lake: streamingObjectStore(names.LAKE_BUCKET),
  engine: containedEngine(fileReaders('read-machine-files')),
  operations: operationStore({ operations, users, events, usage }),
  fieldWork: fieldWork(operations, users, newId),
  changedFields: changedFields(operations, users, newId),
  loggedSpans: loggedSpans(operations, users),
  changedRecords: changedRecords(operations, users, newId),
  recordLeases: userLeases('records', { fields, users, clock: systemClock }),
  fieldCover: fieldCover(operations, { fields, users }),
  assets: assetStore(assets, users, events),
  leases: userLeases('operations', { fields, users, clock: systemClock }),
  waiting,
  filesAtOnce: filesAtOnce(),
  clock: systemClock,
  newId,
  derivedId,
};

const leases = {
  ...shared,
  slots: ownerSlots(operations, { clock: systemClock, newId }),
  waiting,
  workersAtOnce: workersAtOnce(),
};

function read(work: ReadingMessage, message: Message, services: ProcessingServices): Promise<void> {
  if (work.step === 'draw') return drawAsked(work, message, services);
  if (work.step === 'make') return makeOutput(work, message, services);
  return work.step === 'inspect' ? inspectBatch(work, message, services) : processFile(work, message, services);
}

/** Looks into batches that arrive under `incoming/machine-files/`, and turns what is in them into standard points. */
export const handler = sqsWorker(
  machineFileMessage,
  async (work, message) => {
    const services = { ...shared, queue: message.queue };
    if (work.step === 'attach') await attachFiles(work, message, services);
    else if (work.step === 'forget') await forgetReplaced(work, services);
    else if (work.step === 'reprocess') await reprocessFiles(work, message, services);
    else if (work.step === 'reprocessOperations') await reprocessOperations(work, message, services);
    else if (work.step === 'group') await groupOperations(work, message, services);
    else if (work.step === 'compare') await compareAsked(work, message, services);
    else await withinSlots(readingOf(work), message, (asked) => read(asked, message, services), leases);
  },
  workerQueue(),
  arrivedBatch,
);
