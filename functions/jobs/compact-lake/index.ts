import { compactedObjects } from '../../../adapters/aws/dynamodb/lake/compacted-objects.ts';
import { pointsPointer } from '../../../adapters/aws/dynamodb/lake/points-pointer.ts';
import { machineFileDirectory } from '../../../adapters/aws/dynamodb/machine-files/machine-file-directory.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { compactionLeases } from '../../../adapters/aws/dynamodb/work/known-leases.ts';
import { streamingObjectStore } from '../../../adapters/aws/s3/streaming-object-store.ts';
import { pointsCompactor } from '../../../adapters/machine-files/compact-points.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { runExclusively } from '../../../domain/work/coalesced-work.ts';
import { environment } from '../../http/environment.ts';
import { attemptOf, sqsWorker } from '../../queue/sqs-worker.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { compactPoints } from './compact-points.ts';
import { compactionMessages } from './messages.ts';
import { removeGeneration } from './remove-generation.ts';
import type { CompactionServices } from './services.ts';

const names = environment('OPERATIONS_TABLE', 'LAKE_BUCKET');
const operations = table(names.OPERATIONS_TABLE);

/** A compaction that others have asked for meanwhile begins when it has most of a run's time. */
const stopBeforeEndMilliseconds = 10 * 60_000;

const leases = compactionLeases(operations, systemClock);

const services: Omit<CompactionServices, 'queue'> = {
  points: pointsPointer(operations),
  objects: compactedObjects(operations),
  machineFiles: machineFileDirectory(operations),
  lake: streamingObjectStore(names.LAKE_BUCKET),
  compactor: pointsCompactor,
  clock: systemClock,
  newId,
};

/** Writes the points of owners in fewer files, and removes the generations before. */
export const handler = sqsWorker(
  compactionMessages,
  async (work, message) => {
    const given = { ...services, queue: message.queue };
    if (work.step === 'remove') return removeGeneration(work, given);
    const attempt = attemptOf(message, stopBeforeEndMilliseconds);
    await runExclusively(work.ownerId, attempt, leases, async () => {
      await compactPoints(work.ownerId, given);
      return true;
    });
  },
  workerQueue(),
);
