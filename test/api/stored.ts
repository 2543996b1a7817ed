import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from '../../adapters/aws/dynamodb/table.ts';

/** All items of a table that have a text anywhere in them. */
export async function itemsNaming({ client, name }: Table, text: string): Promise<Item[]> {
  const found: Item[] = [];
  let from: Item | undefined;
  do {
    const answer = await client.send(
      new ScanCommand({ TableName: name, ExclusiveStartKey: from, ConsistentRead: true }),
    );
    found.push(...(answer.Items ?? []).filter((item) => JSON.stringify(item).includes(text)));
    from = answer.LastEvaluatedKey;
  } while (from);
  return found;
}
