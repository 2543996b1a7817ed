import { recordUsage } from '../../../adapters/aws/dynamodb/consumption/changed-usage.ts';
import { recordChange } from '../../../adapters/aws/dynamodb/lake-tables/changed-record.ts';
import { table } from '../../../adapters/aws/dynamodb/table.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { newId, systemClock } from '../../../adapters/system.ts';
import { byShard } from '../../../domain/lake-tables/shard.ts';
import { environment } from '../../http/environment.ts';
import { streamBatchWorker } from '../../queue/stream-worker.ts';
import { noteUsage, usageNoting } from '../count-usage/note-usage.ts';
import { noteChanges, shardNoting } from './note-changes.ts';

const names = environment(
  'FIELDS_TABLE',
  'OPERATIONS_TABLE',
  'WRITE_TABLES_QUEUE_URL',
  'CONSUMPTION_TABLE',
  'COUNT_USAGE_QUEUE_URL',
);
const fields = table(names.FIELDS_TABLE);

const noting = shardNoting(table(names.OPERATIONS_TABLE), {
  queue: messageQueue(names.WRITE_TABLES_QUEUE_URL),
  clock: systemClock,
  newId,
});

const counting = usageNoting(table(names.CONSUMPTION_TABLE), {
  queue: messageQueue(names.COUNT_USAGE_QUEUE_URL),
  clock: systemClock,
  newId,
});

/** Notes which rows of the lake's tables and which usage have changed, as the streams of their records tell. */
export const handler = streamBatchWorker(async (records) => {
  const changes = await Promise.all(records.map((record) => recordChange(fields, record)));
  await noteUsage(recordUsage(records), counting);
  await noteChanges(byShard(changes.flatMap((change) => change ?? [])), noting);
});
