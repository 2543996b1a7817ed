import { setTimeout } from 'node:timers/promises';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { type IndexRange, readKeys } from '../index-range.ts';
import type { Item, Table } from '../table.ts';

/** BatchWriteItem takes this many. */
const batchSize = 25;
const keysAtOnce = 500;
const attempts = 8;

/** Deletes every item of a partition, or those that `keep` does not want. */
export async function erasePartition(
  table: Table,
  pk: string,
  keep: (sk: string) => boolean = () => false,
): Promise<void> {
  const keys: Item[] = [];
  for await (const { sk } of keysOf(table, { partitionKey: 'pk', partition: pk, sortKey: 'sk' })) {
    if (!keep(sk as string)) keys.push({ pk, sk });
  }
  await eraseItems(table, keys);
}

/** The keys of a range, read in large pages. */
export async function* keysOf(table: Table, range: IndexRange): AsyncGenerator<Item> {
  let from: Item | undefined;
  do {
    const { keys, last } = await readKeys(table, range, keysAtOnce, from);
    yield* keys;
    from = last;
  } while (from);
}

/** Deletes the items with the given primary keys. */
export async function eraseItems(table: Table, keys: Item[]): Promise<void> {
  for (let start = 0; start < keys.length; start += batchSize) {
    let open = keys.slice(start, start + batchSize).map((Key) => ({ DeleteRequest: { Key } }));
    for (let attempt = 0; open.length > 0; attempt += 1) {
      if (attempt === attempts) throw new Error(`${open.length} items of ${table.name} could not be deleted`);
      if (attempt > 0) await setTimeout(25 * 2 ** attempt);
      const { UnprocessedItems } = await table.client.send(
        new BatchWriteCommand({ RequestItems: { [table.name]: open } }),
      );
      open = (UnprocessedItems?.[table.name] ?? []) as typeof open;
    }
  }
}
