import { isDeepStrictEqual } from 'node:util';
import {
  DeleteTableCommand,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { eraseItems, putItems } from '../batch-write.ts';
import { getMany } from '../get-many.ts';
import type { Item, Table } from '../table.ts';

/**
 * `restore` returns an item to its former state, `keep` leaves its current state, `drop` deletes it, since it is
 * computed again.
 */
export type Fate = 'restore' | 'keep' | 'drop';

export interface Restored {
  /** Number of items that were written, because they had changed or were deleted. */
  put: number;
  /** Number of items that did not exist at the time. */
  removed: number;
}

/** AWS takes minutes to hours to restore a table. */
const waiting = { maxWaitTime: 12 * 60 * 60, minDelay: 1, maxDelay: 20 };
/** Maximum keys of BatchGetItem. */
const itemsAtOnce = 100;

/**
 * Restores the items of a table to a point in time. They are restored into a second table, from which differences are
 * copied back, so that names, streams and permissions stay; the second table is then deleted. An interrupted attempt is
 * repeated from its beginning. Must be the only writer.
 *
 * @param fateOf is called with the former and the current state of each item.
 */
export async function restoreTable(table: Table, moment: Date, fateOf: (item: Item) => Fate): Promise<Restored> {
  const { client } = table;
  const beside: Table = { client, name: `${table.name}-restored` };
  await dropTable(beside);
  await client.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: table.name,
      TargetTableName: beside.name,
      RestoreDateTime: moment,
    }),
  );
  await waitUntilTableExists({ client, ...waiting }, { TableName: beside.name });
  const restored: Restored = { put: 0, removed: 0 };
  for await (const items of pagesOf(beside)) {
    const present = await getMany(table, items, { consistent: true });
    const changed = items.filter(
      (item, index) => fateOf(item) === 'restore' && !isDeepStrictEqual(item, present[index]),
    );
    await putItems(table, changed);
    restored.put += changed.length;
  }
  for await (const items of pagesOf(table)) {
    const before = await getMany(beside, items);
    const added = items.filter((item, index) => {
      const [fate, then] = [fateOf(item), before[index]];
      // Deletes items to be dropped, and items that did not exist then or whose former state is not restored.
      return fate === 'drop' || (fate === 'restore' && (!then || fateOf(then) !== 'restore'));
    });
    await eraseItems(
      table,
      added.map(({ pk, sk }) => ({ pk, sk })),
    );
    restored.removed += added.length;
  }
  await dropTable(beside);
  return restored;
}

async function* pagesOf({ client, name: TableName }: Table): AsyncGenerator<Item[]> {
  let from: Item | undefined;
  do {
    const page = await client.send(
      new ScanCommand({ TableName, ExclusiveStartKey: from, Limit: itemsAtOnce, ConsistentRead: true }),
    );
    if (page.Items?.length) yield page.Items;
    from = page.LastEvaluatedKey;
  } while (from);
}

/** Deletes the table of an earlier attempt, if there is one. */
async function dropTable({ client, name: TableName }: Table): Promise<void> {
  try {
    await client.send(new DeleteTableCommand({ TableName }));
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return;
    throw error;
  }
  await waitUntilTableNotExists({ client, ...waiting }, { TableName });
}
