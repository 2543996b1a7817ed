import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from '../table.ts';

/**
 * The items of a partition whose sort keys begin alike, strongly consistent.
 *
 * @param attributes that are wanted; all by default.
 * @example const terms = await itemsBeginningWith(consumption, ownerId, 'term#');
 */
export async function itemsBeginningWith(
  table: Table,
  pk: string,
  prefix: string,
  attributes: readonly string[] = [],
): Promise<Item[]> {
  const items: Item[] = [];
  let from: Item | undefined;
  do {
    const page = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': pk, ...(prefix !== '' && { ':sk': prefix }) },
        ConsistentRead: true,
        ...(attributes.length > 0 && {
          ProjectionExpression: attributes.map((_, index) => `#${index}`).join(','),
          ExpressionAttributeNames: Object.fromEntries(attributes.map((name, index) => [`#${index}`, name])),
        }),
        ExclusiveStartKey: from,
      }),
    );
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from);
  return items;
}
