import { eraseItems } from '../batch-write.ts';
import { type IndexRange, readKeys } from '../lists/index-range.ts';
import type { Item, Table } from '../table.ts';

const keysAtOnce = 500;

/**
 * Deletes the items of a partition, except those that `keep` selects.
 *
 * @example await erasePartition(operations, 'o#f', (sk) => sk === 'tombstone');
 */
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

/**
 * The keys of a range, read in large pages.
 *
 * @example for await (const { pk, sk } of keysOf(fields, { partitionKey: 'pk', partition: 'o#u', sortKey: 'sk' })) erase(pk, sk);
 */
export async function* keysOf(table: Table, range: IndexRange): AsyncGenerator<Item> {
  let from: Item | undefined;
  do {
    const { keys, last } = await readKeys(table, range, keysAtOnce, from);
    yield* keys;
    from = last;
  } while (from);
}
