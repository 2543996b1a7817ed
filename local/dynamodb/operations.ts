import type { Answer } from './dynalite.ts';
import type { Engine } from './engine.ts';
import { batchGetItem, getItem, query, scan } from './items/reads.ts';
import { batchWriteItem, deleteItem, putItem, updateItem } from './items/writes.ts';
import { describeStream, getRecords, getShardIterator, listStreams } from './stream-operations.ts';
import { describeContinuousBackups, updateContinuousBackups } from './tables/continuous-backups.ts';
import { restoreTableToPointInTime } from './tables/restore-table.ts';
import { createTable, deleteTable, describeTable, listTables } from './tables/table-operations.ts';
import { describeTimeToLive } from './time-to-live.ts';
import { transactWriteItems } from './transactions/transaction-writes.ts';

/** Checks a request, performs it and returns the response; throws ApiError. */
export type Operation = (engine: Engine, input: unknown) => Promise<Answer>;

/** The served operations, by the value of `X-Amz-Target`. Indexes and time to live are changed through the table's definition, not UpdateTable and UpdateTimeToLive. */
export const operations = new Map<string, Operation>([
  ...under('DynamoDB_20120810', {
    BatchGetItem: batchGetItem,
    BatchWriteItem: batchWriteItem,
    CreateTable: createTable,
    DeleteItem: deleteItem,
    DeleteTable: deleteTable,
    DescribeContinuousBackups: describeContinuousBackups,
    DescribeTable: describeTable,
    DescribeTimeToLive: describeTimeToLive,
    GetItem: getItem,
    ListTables: listTables,
    PutItem: putItem,
    Query: query,
    RestoreTableToPointInTime: restoreTableToPointInTime,
    Scan: scan,
    TransactWriteItems: transactWriteItems,
    UpdateContinuousBackups: updateContinuousBackups,
    UpdateItem: updateItem,
  }),
  ...under('DynamoDBStreams_20120810', {
    DescribeStream: describeStream,
    GetRecords: getRecords,
    GetShardIterator: getShardIterator,
    ListStreams: listStreams,
  }),
]);

function under(target: string, named: Record<string, Operation>): [string, Operation][] {
  return Object.entries(named).map(([name, operation]) => [`${target}.${name}`, operation]);
}
