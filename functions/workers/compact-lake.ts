import { compactedObjects } from '../../adapters/aws/dynamodb/machine-files/compacted-objects.ts';
import { machineFileDirectory } from '../../adapters/aws/dynamodb/machine-files/machine-file-directory.ts';
import { pointsPointer } from '../../adapters/aws/dynamodb/machine-files/points-pointer.ts';
import { table } from '../../adapters/aws/dynamodb/table.ts';
import { streamingObjectStore } from '../../adapters/aws/s3/streaming-object-store.ts';
import { putOff } from '../../adapters/aws/sqs/put-off.ts';
import { messageQueue } from '../../adapters/aws/sqs/send-message.ts';
import { pointsCompactor } from '../../adapters/machine-files/compact-points.ts';
import { newId, systemClock } from '../../adapters/system.ts';
import { compactPoints } from '../compaction/compact-points.ts';
import { compactionOf } from '../compaction/messages.ts';
import { removeGeneration } from '../compaction/remove-generation.ts';
import type { CompactionServices } from '../compaction/services.ts';
import { environment, environmentNumber } from '../http/environment.ts';
import { sqsWorker } from '../queue/sqs-worker.ts';

const names = environment('OPERATIONS_TABLE', 'LAKE_BUCKET', 'QUEUE_URL');
const operations = table(names.OPERATIONS_TABLE);

const services: CompactionServices = {
  points: pointsPointer(operations),
  objects: compactedObjects(operations),
  machineFiles: machineFileDirectory(operations),
  lake: streamingObjectStore(names.LAKE_BUCKET),
  compactor: pointsCompactor,
  queue: messageQueue(names.QUEUE_URL),
  clock: systemClock,
  newId,
};

/** Writes the points of owners in fewer files, and removes the generations before. */
export const handler = sqsWorker(
  async ({ body }) => {
    const message = compactionOf(body);
    if (message.step === 'compact') await compactPoints(message.ownerId, services);
    else await removeGeneration(message.ownerId, message.gen, services);
  },
  { maxReceiveCount: environmentNumber('MAX_RECEIVE_COUNT', 3), putOff: putOff(names.QUEUE_URL) },
);
