import { ownerSlots } from '../../../adapters/aws/dynamodb/leases/owner-slots.ts';
import { machineFileDirectory } from '../../../adapters/aws/dynamodb/machine-files/machine-file-directory.ts';
import { runningQueryStore } from '../../../adapters/aws/dynamodb/queries/running-query-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { streamingObjectStore } from '../../../adapters/aws/s3/streaming-object-store.ts';
import { packagedH3 } from '../../../adapters/query/h3/packaged-h3.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { ownerEngine } from '../../areas/query/execution/owner-engine.ts';
import { environment } from '../../http/environment.ts';
import { sqsWorker } from '../../queue/sqs-worker.ts';
import { workersAtOnce } from '../../queue/within-slots.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { queryMessage } from './messages.ts';
import { runQueuedQuery } from './run-queued-query.ts';
import type { QueryRunServices } from './services.ts';

const names = environment('OPERATIONS_TABLE', 'QUERIES_TABLE', 'LAKE_BUCKET', 'FILES_BUCKET');
const queries = table(names.QUERIES_TABLE);

const services: Omit<QueryRunServices, 'queue'> = {
  engine: ownerEngine(names, systemClock),
  machineFiles: machineFileDirectory(table(names.OPERATIONS_TABLE)),
  queries: runningQueryStore(queries),
  slots: ownerSlots(queries, { clock: systemClock, newId }),
  workersAtOnce: workersAtOnce(),
  files: streamingObjectStore(names.FILES_BUCKET),
  hexGrid: packagedH3(),
  clock: systemClock,
  newId,
};

/** Runs asynchronous queries. */
export const handler = sqsWorker(
  queryMessage,
  (asked, message) => runQueuedQuery(asked, message, { ...services, queue: message.queue }),
  workerQueue(),
);
