import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Clock, type NewId, timestamp } from '../../../../domain/clock.ts';
import type { Shard } from '../../../../domain/lake-tables/shard.ts';
import type { NotedRow, ShardState, ShardStore } from '../../../../domain/lake-tables/shard-store.ts';
import { putItems } from '../batch-write.ts';
import { overdueItems } from '../deadlines.ts';
import { type LakeShards, lakePointerKey } from '../machine-files/operation-item.ts';
import type { Item, Table } from '../table.ts';
import { notedKey, notedPrefix, shardPartition, visitKey, visitsDeadline } from './shard-item.ts';

/** A message whose worker has not started after this long is sent again, in milliseconds. */
const patienceMilliseconds = 5 * 60_000;

/** The shards of tables in DynamoDB. */
export function shardStore(operations: Table, clock: Clock, newId: NewId): ShardStore {
  const { client, name: TableName } = operations;

  const get = async (Key: Item): Promise<Item | undefined> =>
    (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;

  const pointerOf = async ({ ownerId, table, shard }: Shard): Promise<ShardState | undefined> =>
    ((await get(lakePointerKey(ownerId, table)))?.shards as LakeShards | undefined)?.[shard];

  return {
    async note(shard, rows) {
      const note = newId();
      await putItems(
        operations,
        rows.map((row) => ({ ...notedKey(shard, row), note, row })),
      );
      const visit = await get(visitKey(shard));
      return !visit || !(Number(visit.expectedUntil) > clock.now());
    },

    async expect(shard, until) {
      await client.send(
        new UpdateCommand({
          TableName,
          Key: visitKey(shard),
          UpdateExpression: 'SET expectedUntil = :until, deadlineKey = :key, deadline = :deadline, visited = :shard',
          ExpressionAttributeValues: {
            ':until': until,
            ':key': visitsDeadline,
            ':deadline': until + patienceMilliseconds,
            ':shard': shard,
          },
        }),
      );
    },

    async begin(shard) {
      await client.send(
        new UpdateCommand({
          TableName,
          Key: visitKey(shard),
          UpdateExpression: 'SET deadlineKey = :key, deadline = :deadline, visited = :shard REMOVE expectedUntil',
          ExpressionAttributeValues: {
            ':key': visitsDeadline,
            ':deadline': clock.now() + patienceMilliseconds,
            ':shard': shard,
          },
        }),
      );
    },

    async leave(shard) {
      await client.send(
        new UpdateCommand({
          TableName,
          Key: visitKey(shard),
          UpdateExpression: 'SET deadlineKey = :key, deadline = :now, visited = :shard',
          ExpressionAttributeValues: { ':key': visitsDeadline, ':now': clock.now(), ':shard': shard },
        }),
      );
    },

    async noted(shard, most) {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
          ExpressionAttributeValues: { ':pk': shardPartition(shard), ':sk': notedPrefix },
          ConsistentRead: true,
          Limit: most,
        }),
      );
      return Items.map(({ row, note }) => ({ ...(row as NotedRow), note: String(note) }));
    },

    async done(shard, rows) {
      await inBatches(rows, async ({ note, ...row }) => {
        const Key = notedKey(shard, row);
        const same = { ConditionExpression: 'note = :note', ExpressionAttributeValues: { ':note': note } };
        await held(client.send(new DeleteCommand({ TableName, Key, ...same })));
      });
    },

    async end(shard) {
      const ConditionExpression = 'attribute_not_exists(expectedUntil)';
      await held(client.send(new DeleteCommand({ TableName, Key: visitKey(shard), ConditionExpression })));
    },

    current: pointerOf,

    async replace({ ownerId, table, shard }, before, after) {
      const Key = lakePointerKey(ownerId, table);
      const none = { ':none': {} };
      const UpdateExpression = 'SET shards = if_not_exists(shards, :none)';
      if (before === undefined) {
        await client.send(new UpdateCommand({ TableName, Key, UpdateExpression, ExpressionAttributeValues: none }));
      }
      return held(
        client.send(
          new UpdateCommand({
            TableName,
            Key,
            UpdateExpression: `SET updatedTime = :now${after ? ', shards.#shard = :after' : ' REMOVE shards.#shard'}`,
            ConditionExpression:
              before === undefined ? 'attribute_not_exists(shards.#shard)' : 'shards.#shard.ingestId = :before',
            ExpressionAttributeNames: { '#shard': shard },
            ExpressionAttributeValues: {
              ':now': timestamp(clock.now()),
              ...(after && { ':after': after }),
              ...(before !== undefined && { ':before': before }),
            },
          }),
        ),
      );
    },

    async overdue() {
      const items = await overdueItems(operations, visitsDeadline, clock.now());
      return items.flatMap((item) => (item.visited as Shard | undefined) ?? []);
    },
  };
}

/** Rows that are taken off at once. */
const atOnce = 25;

async function inBatches<T>(rows: readonly T[], work: (row: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < rows.length; start += atOnce) {
    await Promise.all(rows.slice(start, start + atOnce).map(work));
  }
}

/** False when the condition of a write does not hold. */
async function held(written: Promise<unknown>): Promise<boolean> {
  try {
    await written;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
