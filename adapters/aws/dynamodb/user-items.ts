import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { userPartition } from './fields/field-item.ts';
import type { Item, Table } from './table.ts';

/**
 * The items of a user with a prefix, strongly consistent, for work that writes what follows from them.
 *
 * @example for await (const item of userItems(fields, ownerId, svcUserId, 'field#')) read(item);
 */
export function userItems(table: Table, ownerId: string, svcUserId: string, prefix: string): AsyncGenerator<Item> {
  return itemsIn(table, userPartition(ownerId, svcUserId), prefix);
}

/**
 * The items of a partition with a prefix, strongly consistent.
 *
 * @example for await (const { sk, hash } of itemsIn(keys, pk, 'link#')) erase(sk, hash);
 */
export async function* itemsIn(table: Table, pk: string, prefix: string): AsyncGenerator<Item> {
  let from: Item | undefined;
  do {
    const answer = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': pk, ':sk': prefix },
        ConsistentRead: true,
        ExclusiveStartKey: from,
      }),
    );
    yield* answer.Items ?? [];
    from = answer.LastEvaluatedKey;
  } while (from);
}
