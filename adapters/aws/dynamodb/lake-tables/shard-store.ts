import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Clock, timestamp } from '../../../../domain/clock.ts';
import type { ShardStore } from '../../../../domain/lake-tables/shard-store.ts';
import type { TableTimes } from '../../../../domain/query/query-engine.ts';
import { type LakeShards, lakePointerKey } from '../operations/operation-item.ts';
import { partition } from '../partition.ts';
import type { Table } from '../table.ts';
import { ifHeld } from '../transact.ts';

/** The states of shards, in the pointers of their tables. */
export function shardStore({ client, name: TableName }: Table, clock: Clock): ShardStore {
  return {
    async current({ ownerId, table, shard }) {
      const read = new GetCommand({ TableName, Key: lakePointerKey(ownerId, table), ConsistentRead: true });
      return ((await client.send(read)).Item?.shards as LakeShards | undefined)?.[shard];
    },

    async replace({ ownerId, table, shard }, before, after) {
      const Key = lakePointerKey(ownerId, table);
      const none = { ':none': {} };
      const UpdateExpression = 'SET shards = if_not_exists(shards, :none)';
      if (before === undefined) {
        await client.send(new UpdateCommand({ TableName, Key, UpdateExpression, ExpressionAttributeValues: none }));
      }
      const write = () =>
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
        );
      return (await ifHeld(write)) !== undefined;
    },
  };
}

/** The times of the last changes, in the pointers of tables. */
export function tableTimes(operations: Table): TableTimes {
  return {
    async changed(ownerId) {
      const pointers = await partition(operations, lakePointerKey(ownerId, '').pk);
      return new Map(
        pointers.flatMap(({ sk, updatedTime }) =>
          updatedTime === undefined ? [] : [[String(sk), String(updatedTime)]],
        ),
      );
    },
  };
}
