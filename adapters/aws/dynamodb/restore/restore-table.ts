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

/** `restore` gives an item back what it was, `keep` leaves it as it is now, `drop` removes it, since it is made anew. */
export type Fate = 'restore' | 'keep' | 'drop';

export interface Restored {
  /** Items that were put back, as they were or because they were gone. */
  put: number;
  /** Items that were not there at the moment. */
  removed: number;
}

/** AWS needs minutes to hours for a table. */
const waiting = { maxWaitTime: 12 * 60 * 60, minDelay: 1, maxDelay: 20 };
/** BatchGetItem takes as many. */
const itemsAtOnce = 100;

/**
 * Gives a table the items that it held at a moment. They are restored into a table beside it, from which what differs is
 * copied back, so that names, streams and permissions stay; that table is removed again. An attempt that broke off
 * is made again from its beginning. Nothing else may write meanwhile.
 *
 * @param fateOf is asked with each item as it was and as it is.
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
      // What stood there at the moment and is not put back leaves nothing that came later, either.
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

/** Removes the table that an earlier attempt left, if there is one. */
async function dropTable({ client, name: TableName }: Table): Promise<void> {
  try {
    await client.send(new DeleteTableCommand({ TableName }));
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return;
    throw error;
  }
  await waitUntilTableNotExists({ client, ...waiting }, { TableName });
}
