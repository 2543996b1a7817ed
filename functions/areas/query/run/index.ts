import { tableTimes } from '../../../../adapters/aws/dynamodb/lake-tables/shard-store.ts';
import { ownerSlots } from '../../../../adapters/aws/dynamodb/leases/owner-slots.ts';
import { machineFileDirectory } from '../../../../adapters/aws/dynamodb/machine-files/machine-file-directory.ts';
import { queryStore } from '../../../../adapters/aws/dynamodb/queries/query-store.ts';
import { table } from '../../../../adapters/aws/dynamodb/table.ts';
import { userDirectory } from '../../../../adapters/aws/dynamodb/users/user-directory.ts';
import { downloads } from '../../../../adapters/aws/s3/downloads.ts';
import { streamingObjectStore } from '../../../../adapters/aws/s3/streaming-object-store.ts';
import { messageQueue } from '../../../../adapters/aws/sqs/message-queue.ts';
import { packagedH3 } from '../../../../adapters/query/h3/packaged-h3.ts';
import { newId } from '../../../../adapters/system.ts';
import { environment } from '../../../http/environment.ts';
import { serve } from '../../../http/serve.ts';
import { httpServices } from '../../../http/services.ts';
import { ownerEngine } from '../execution/owner-engine.ts';
import { findZones } from './analytics/find-zones.ts';
import { runUserQuery } from './analytics/run-user-query.ts';
import { samplePoints } from './analytics/sample-points.ts';
import { queryApi } from './api.ts';
import { exportQuery } from './export-query.ts';
import { listTables } from './list-tables.ts';
import { runQuery, runQueryInAddress } from './run-query.ts';
import type { QueryServices } from './services.ts';

const names = environment(
  'OPERATIONS_TABLE',
  'USERS_TABLE',
  'QUERIES_TABLE',
  'LAKE_BUCKET',
  'FILES_BUCKET',
  'RUN_QUERIES_QUEUE_URL',
);
const http = httpServices();
const queries = table(names.QUERIES_TABLE);

const services: QueryServices = {
  ...http,
  engine: ownerEngine(names, http.clock),
  tableTimes: tableTimes(table(names.OPERATIONS_TABLE)),
  slots: ownerSlots(queries, { clock: http.clock, newId }),
  queries: queryStore(queries),
  queue: messageQueue(names.RUN_QUERIES_QUEUE_URL),
  files: streamingObjectStore(names.FILES_BUCKET),
  downloads: downloads(names.FILES_BUCKET, http.clock),
  newId,
  users: userDirectory(table(names.USERS_TABLE)),
  machineFiles: machineFileDirectory(table(names.OPERATIONS_TABLE)),
  hexGrid: packagedH3(),
};

export const handler = serve(
  queryApi,
  { runQuery, runQueryInAddress, exportQuery, listTables, runUserQuery, samplePoints, findZones },
  services,
);
