import { valuesInChunks } from './database.ts';
import { type Answer, check } from './dynalite.ts';
import type { Engine } from './engine.ts';
import { commit } from './items/commit.ts';
import type { Item } from './items/item.ts';
import { itemKey, itemPrefix, under } from './items/row-keys.ts';
import { stageWrites } from './items/staged-writes.ts';
import type { TableRecord } from './tables/table-description.ts';

/** Items that expired longer ago are not deleted: DynamoDB assumes a mistake. Source: developer guide, "Time to live". */
const oldestSeconds = 5 * 365 * 24 * 60 * 60;

/** The identity in stream records of items that expired. */
const identity = { type: 'Service', principalId: 'dynamodb.amazonaws.com' };

export async function describeTimeToLive(engine: Engine, input: unknown): Promise<Answer> {
  const { TableName } = check('describeTimeToLive', input);
  const name = engine.tables.get(TableName).timeToLiveAttribute;
  const description = name ? { TimeToLiveStatus: 'ENABLED', AttributeName: name } : { TimeToLiveStatus: 'DISABLED' };
  return { TimeToLiveDescription: description };
}

/** Deletes expired items in every table with a time to live, and returns their number. */
export async function expireItems(engine: Engine): Promise<number> {
  let deleted = 0;
  for (const name of engine.tables.names()) deleted += await expireTable(engine, name);
  return deleted;
}

async function expireTable(engine: Engine, tableName: string): Promise<number> {
  const table = engine.tables.find(tableName);
  if (!table?.timeToLiveAttribute) return 0;
  let deleted = 0;
  for await (const items of valuesInChunks<Item>(engine.database, under(itemPrefix(table)))) {
    const expired = items.filter((item) => isExpired(table, item, engine.clock.now()));
    if (expired.length > 0) deleted += await deleteExpired(engine, tableName, expired);
  }
  return deleted;
}

/** Checks each item again under the lock, since its time may have been extended or the table rebuilt after it was found. */
function deleteExpired(engine: Engine, tableName: string, found: Item[]): Promise<number> {
  return engine.lock.hold([tableName], async () => {
    const table = engine.tables.find(tableName);
    if (!table?.timeToLiveAttribute) return 0;
    const staged = stageWrites(engine.database, engine.tables);
    for (const item of found) {
      const key = itemKey(table.description, item);
      const current = staged.read(tableName, key);
      if (current && isExpired(table, current, engine.clock.now())) staged.write(tableName, key, undefined);
    }
    const changes = staged.changes();
    await commit(engine, changes, { identity });
    return changes.length;
  });
}

function isExpired({ timeToLiveAttribute }: TableRecord, item: Item, now: number): boolean {
  const number = timeToLiveAttribute === undefined ? undefined : item[timeToLiveAttribute]?.N;
  if (number === undefined) return false;
  const ageSeconds = now / 1000 - Number(number);
  return ageSeconds > 0 && ageSeconds < oldestSeconds;
}
