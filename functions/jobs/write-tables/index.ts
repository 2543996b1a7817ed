import { tmpdir } from 'node:os';
import { userSettings } from '../../../adapters/aws/dynamodb/configurations/user-settings.ts';
import { fieldDirectory } from '../../../adapters/aws/dynamodb/fields/field-directory.ts';
import { rowSource } from '../../../adapters/aws/dynamodb/lake-tables/row-source.ts';
import { shardStore } from '../../../adapters/aws/dynamodb/lake-tables/shard-store.ts';
import { shardWork } from '../../../adapters/aws/dynamodb/lake-tables/shard-work.ts';
import { soilStore } from '../../../adapters/aws/dynamodb/soil/soil-store.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { objectStore } from '../../../adapters/aws/s3/object-store.ts';
import { streamingObjectStore } from '../../../adapters/aws/s3/streaming-object-store.ts';
import { packagedGeos } from '../../../adapters/geos/packaged-geos.ts';
import { shardWriter } from '../../../adapters/lake/shard-writer.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { environment } from '../../http/environment.ts';
import { sqsWorker } from '../../queue/sqs-worker.ts';
import { workerQueue } from '../../queue/worker-queue.ts';
import { tableMessage } from './messages.ts';
import type { WritingServices } from './services.ts';
import { writeTables } from './write-tables.ts';

const names = environment(
  'FIELDS_TABLE',
  'OPERATIONS_TABLE',
  'USERS_TABLE',
  'SOIL_TABLE',
  'IRRIGATION_TABLE',
  'CONFIGURATIONS_TABLE',
  'FILES_BUCKET',
  'LAKE_BUCKET',
);
const operations = table(names.OPERATIONS_TABLE);
const users = table(names.USERS_TABLE);
const fields = table(names.FIELDS_TABLE);
const files = objectStore(names.FILES_BUCKET);
const settings = userSettings(table(names.CONFIGURATIONS_TABLE), users);

const services: WritingServices = {
  shards: shardStore(operations, systemClock),
  ...shardWork(operations, systemClock, newId),
  source: rowSource({
    users,
    fields,
    operations,
    irrigation: table(names.IRRIGATION_TABLE),
    files,
    soilRows: {
      soil: soilStore(table(names.SOIL_TABLE), users),
      fields: fieldDirectory(fields, files),
      files,
      attachPercent: async (ownerId, svcUserId) => (await settings(ownerId, svcUserId)).fieldsAttachIntersection,
      overlay: packagedGeos(),
    },
  }),
  writer: shardWriter({ lake: streamingObjectStore(names.LAKE_BUCKET), temporaryFolder: tmpdir() }),
  newId,
};

/** Brings tables of the lake up to date with their records. */
export const handler = sqsWorker(
  tableMessage,
  (asked, message) => writeTables(asked, message, services),
  workerQueue(),
);
