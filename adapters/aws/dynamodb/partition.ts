import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from './table.ts';

/**
 * All items of a small partition.
 *
 * @param ConsistentRead whether what was written just before has to be among them.
 * @example const items = await partition(operations, 'o#f');
 */
export async function partition(table: Table, pk: string, { ConsistentRead = false } = {}): Promise<Item[]> {
  const items: Item[] = [];
  let from: Item | undefined;
  do {
    const answer = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
        ExclusiveStartKey: from,
        ConsistentRead,
      }),
    );
    items.push(...(answer.Items ?? []));
    from = answer.LastEvaluatedKey;
  } while (from);
  return items;
}
