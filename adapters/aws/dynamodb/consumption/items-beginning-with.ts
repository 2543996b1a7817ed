import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from '../table.ts';

/**
 * The items of a partition whose sort keys begin alike, strongly consistent.
 *
 * @example const terms = await itemsBeginningWith(consumption, ownerId, 'term#');
 */
export async function itemsBeginningWith(table: Table, pk: string, prefix: string): Promise<Item[]> {
  const items: Item[] = [];
  let from: Item | undefined;
  do {
    const page = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': pk, ...(prefix !== '' && { ':sk': prefix }) },
        ConsistentRead: true,
        ExclusiveStartKey: from,
      }),
    );
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from);
  return items;
}
