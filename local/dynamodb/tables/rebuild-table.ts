import { valuesInChunks } from '../database.ts';
import { dynalite } from '../dynalite.ts';
import type { Engine } from '../engine.ts';
import { rowChanges } from '../items/commit.ts';
import type { Item } from '../items/item.ts';
import { historyPrefix, itemKey, itemPrefix, streamPrefix, under } from '../items/row-keys.ts';
import type { TableRecord } from './table-description.ts';

/**
 * Rewrites a table's rows for new keys and indexes. They are copied into the next generation, and only when all are
 * written does the table refer to it; until then the table is unchanged, even after a crash. Call it under the table's lock.
 *
 * @throws Error when a row does not fit the new keys or two rows would become one.
 */
export async function rebuildTable(engine: Engine, from: TableRecord, to: TableRecord): Promise<void> {
  const next = { ...to, generation: from.generation + 1 };
  const name = from.description.TableName;
  await engine.tables.sweep(name);
  try {
    const copied = await copyRows(engine, from, next);
    const written = await countRows(engine, next);
    if (written < copied) throw new Error(`${copied - written} of ${copied} rows have the same new key as another row`);
  } catch (error) {
    await engine.tables.sweep(name);
    const reason = (error as Error).message;
    const advice = 'It is as it was. Undo the change of its keys, or start over with `npm run reset`.';
    throw new Error(`The table ${name} cannot be rebuilt with its new keys: ${reason}. ${advice}`, { cause: error });
  }
  await engine.tables.save(next);
  await engine.tables.sweep(name);
}

/**
 * Deletes a table's items, stream records and earlier states, and leaves no stream record of that. What is kept goes into the table's next
 * generation, so that no reader walks over deleted rows.
 */
export function emptyTable(engine: Engine, name: string, isKept: (item: Item) => boolean): Promise<void> {
  return engine.lock.hold([name], async () => {
    const table = engine.tables.get(name);
    const next = { ...table, generation: table.generation + 1 };
    await copyRows(engine, table, next, isKept);
    await engine.tables.save(next);
    await engine.tables.sweep(name);
    for (const prefix of [streamPrefix(name), historyPrefix(name)]) await engine.database.clear(under(prefix));
  });
}

async function copyRows(
  engine: Engine,
  from: TableRecord,
  to: TableRecord,
  isWanted: (item: Item) => boolean = () => true,
): Promise<number> {
  let copied = 0;
  for await (const found of valuesInChunks<Item>(engine.database, under(itemPrefix(from)))) {
    const items = found.filter(isWanted);
    await engine.database.batch(items.flatMap((item) => newRows(to, item)));
    copied += items.length;
  }
  return copied;
}

function newRows(table: TableRecord, item: Item) {
  const invalid = dynalite.validateItem(item, { ...table.description, GlobalSecondaryIndexes: [] });
  if (invalid) throw invalid;
  return rowChanges({ table, key: itemKey(table.description, item), before: undefined, after: item });
}

async function countRows(engine: Engine, table: TableRecord): Promise<number> {
  let count = 0;
  for await (const items of valuesInChunks(engine.database, under(itemPrefix(table)))) count += items.length;
  return count;
}
