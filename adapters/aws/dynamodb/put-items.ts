import { setTimeout } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from './table.ts';

/** BatchWriteItem takes this many. */
const batchSize = 25;
const attempts = 8;

/** Writes items over what stands under their keys, in no order. */
export async function putItems(table: Table, items: readonly Item[]): Promise<void> {
  for (let start = 0; start < items.length; start += batchSize) {
    let open = items.slice(start, start + batchSize).map((Item) => ({ PutRequest: { Item } }));
    for (let attempt = 0; open.length > 0; attempt += 1) {
      if (attempt === attempts) throw new Error(`${open.length} items of ${table.name} could not be written`);
      if (attempt > 0) await setTimeout(25 * 2 ** attempt);
      const { UnprocessedItems } = await table.client.send(
        new BatchWriteCommand({ RequestItems: { [table.name]: open } }),
      );
      open = (UnprocessedItems?.[table.name] ?? []) as typeof open;
    }
  }
}
