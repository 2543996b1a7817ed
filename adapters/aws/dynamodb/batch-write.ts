import { setTimeout } from 'node:timers/promises';
import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from './table.ts';

type Request = NonNullable<BatchWriteCommandInput['RequestItems']>[string][number];

/** Maximum items of BatchWriteItem. */
const batchSize = 25;
const attempts = 8;

/**
 * Puts items, unordered, replacing those with their keys.
 *
 * @example await putItems(users, [{ pk: 'o#count#0', sk: 'user', records: 7 }]);
 */
export function putItems(table: Table, items: readonly Item[]): Promise<void> {
  return write(
    table,
    items.map((Item) => ({ PutRequest: { Item } })),
  );
}

/**
 * Deletes the items with the given primary keys.
 *
 * @example await eraseItems(fields, [{ pk: 'o#u', sk: 'zone#f#z' }]);
 */
export function eraseItems(table: Table, keys: readonly Item[]): Promise<void> {
  return write(
    table,
    keys.map((Key) => ({ DeleteRequest: { Key } })),
  );
}

async function write(table: Table, requests: Request[]): Promise<void> {
  for (let start = 0; start < requests.length; start += batchSize) {
    let open = requests.slice(start, start + batchSize);
    for (let attempt = 0; open.length > 0; attempt += 1) {
      if (attempt === attempts)
        throw new Error(`${open.length} items of ${table.name} could not be written or deleted`);
      if (attempt > 0) await setTimeout(25 * 2 ** attempt);
      const { UnprocessedItems } = await table.client.send(
        new BatchWriteCommand({ RequestItems: { [table.name]: open } }),
      );
      open = UnprocessedItems?.[table.name] ?? [];
    }
  }
}
