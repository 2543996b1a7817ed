import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { LakeSnapshot } from '../../../../domain/query/lake-catalogue.ts';
import type { LakePointers } from '../../../../domain/query/query-engine.ts';
import { type LakeShards, lakePointerKey } from '../operations/operation-item.ts';
import type { Item, Table } from '../table.ts';
import { snapshotOf as pointsSnapshotOf } from './points-pointer.ts';

/** The pointers of an owner's tables, which are in one partition and read together. */
export function lakePointers({ client, name }: Table): LakePointers {
  return {
    async snapshotsOf(ownerId) {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: name,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': lakePointerKey(ownerId, '').pk },
          ConsistentRead: true,
        }),
      );
      return new Map(Items.map((item) => [String(item.sk), snapshotOf(item)]));
    },
  };
}

/** The pointer of points names excluded ingests; those of other tables name the file of each shard. */
function snapshotOf(item: Item): LakeSnapshot {
  const shards = item.shards as LakeShards | undefined;
  const { gen, revision, hidden, replaced, hiddenUsers } = pointsSnapshotOf(item);
  return {
    gen: String(gen),
    hidden: [...hidden, ...replaced],
    ...(hiddenUsers.length > 0 && { hiddenUsers }),
    ...(shards ? { shown: Object.values(shards).map(({ ingestId }) => ingestId) } : { revision }),
  };
}
