import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { CompactedObject, CompactedObjects } from '../../../../domain/lake/compaction.ts';
import type { Item, Table } from '../table.ts';

/** Partition of the compacted objects, apart from the pointers, so that readers of those need not read it. */
const partitionOf = (ownerId: string) => `${ownerId}#lake-objects`;

export function compactedObjects({ client, name: TableName }: Table): CompactedObjects {
  return {
    async all(ownerId) {
      const found = new Map<string, CompactedObject>();
      let ExclusiveStartKey: Item | undefined;
      do {
        const page = await client.send(
          new QueryCommand({
            TableName,
            KeyConditionExpression: 'pk = :pk',
            ExpressionAttributeValues: { ':pk': partitionOf(ownerId) },
            ConsistentRead: true,
            ExclusiveStartKey,
          }),
        );
        for (const { sk, svcUserIds, ingestIds } of page.Items ?? []) found.set(sk, { svcUserIds, ingestIds });
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey);
      return found;
    },

    async put(ownerId, objectId, { svcUserIds, ingestIds }) {
      const Item = { pk: partitionOf(ownerId), sk: objectId, svcUserIds, ingestIds };
      await client.send(new PutCommand({ TableName, Item }));
    },

    async remove(ownerId, objectIds) {
      for (const sk of objectIds) {
        await client.send(new DeleteCommand({ TableName, Key: { pk: partitionOf(ownerId), sk } }));
      }
    },
  };
}
