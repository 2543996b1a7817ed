import { dynalite } from '../dynalite.ts';
import type { Engine } from '../engine.ts';
import { rowChanges } from './commit.ts';
import type { Item } from './item.ts';
import { itemKey } from './row-keys.ts';
import { stageWrites } from './staged-writes.ts';

/** Items in a batch: few enough that requests are served between batches. */
const itemsAtOnce = 1000;

/**
 * Puts many items, indexes included, without HTTP and without stream records: a quick way to fill a table for a benchmark.
 * An item replaces the one with the same key. Items written before an error are kept.
 *
 * @returns how many items were put
 * @throws ValidationException for an item that does not fit the table
 */
export async function loadItems(
  engine: Engine,
  tableName: string,
  items: Iterable<Item> | AsyncIterable<Item>,
): Promise<number> {
  let count = 0;
  let chunk: Item[] = [];
  for await (const item of items) {
    chunk.push(item);
    if (chunk.length < itemsAtOnce) continue;
    await putChunk(engine, tableName, chunk);
    count += chunk.length;
    chunk = [];
  }
  await putChunk(engine, tableName, chunk);
  return count + chunk.length;
}

function putChunk(engine: Engine, tableName: string, items: Item[]): Promise<void> {
  return engine.lock.hold([tableName], async () => {
    const { description } = engine.tables.get(tableName);
    const staged = stageWrites(engine.database, engine.tables);
    for (const item of items) {
      const invalid = dynalite.validateItem(item, description);
      if (invalid) throw invalid;
      staged.write(tableName, itemKey(description, item), item);
    }
    const changes = staged.changes();
    await engine.database.batch(changes.flatMap((change) => [...rowChanges(change), ...engine.history.record(change)]));
  });
}
