import { setTimeout } from 'node:timers/promises';
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import type { Item, Table } from './table.ts';

/** Maximum keys of BatchGetItem. */
const batchSize = 100;
const attempts = 8;

/**
 * The items with the given primary keys, in their order; undefined for those that do not exist. With `consistent`,
 * strongly consistent reads at twice the price; otherwise items may be a second old.
 *
 * @example const [user, other] = await getMany(users, [userKey(ownerId, 'a'), userKey(ownerId, 'b')], { consistent: true });
 */
export async function getMany(
  table: Table,
  keys: readonly Item[],
  { consistent = false } = {},
): Promise<(Item | undefined)[]> {
  const found = new Map<string, Item>();
  for (let start = 0; start < keys.length; start += batchSize) {
    const batch = keys.slice(start, start + batchSize).map(({ pk, sk }) => ({ pk, sk }));
    for (const item of await getBatch(table, batch, consistent)) found.set(name(item), item);
  }
  return keys.map((key) => found.get(name(key)));
}

async function getBatch(table: Table, keys: Item[], ConsistentRead: boolean): Promise<Item[]> {
  const items: Item[] = [];
  let open = keys;
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt === attempts)
      throw new Error(`${table.name} left ${open.length} keys unprocessed after ${attempts} attempts`);
    if (attempt > 0) await setTimeout(25 * 2 ** attempt);
    const command = new BatchGetCommand({ RequestItems: { [table.name]: { Keys: open, ConsistentRead } } });
    const answer = await table.client.send(command);
    items.push(...(answer.Responses?.[table.name] ?? []));
    open = (answer.UnprocessedKeys?.[table.name]?.Keys as Item[] | undefined) ?? [];
  }
  return items;
}

function name({ pk, sk }: Item): string {
  return `${pk}\n${sk}`;
}
