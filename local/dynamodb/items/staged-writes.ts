import { validationError } from '../api-error.ts';
import { type ItemStore, maximumItemBytes, type Store } from '../dynalite.ts';
import type { Database } from '../guarded-database.ts';
import { keyNames, secondaryIndexes, type TableRecord } from '../tables/table-description.ts';
import type { Tables } from '../tables/tables.ts';
import type { Item } from './item.ts';
import { itemBytes } from './item-size.ts';
import { itemPrefix } from './row-keys.ts';

/** The state of one item before and after a write; absent: it does not exist. */
export interface Change {
  table: TableRecord;
  /** The item's key within its table. */
  key: string;
  before: Item | undefined;
  after: Item | undefined;
}

/** A store for dynalite's write actions that writes nothing: it remembers what they read and would have written. */
export interface StagedWrites {
  store: Store;
  /** The items written, in the order in which they were first read. */
  changes(): Change[];
  /** An item as it is so far. */
  read(tableName: string, key: string): Item | undefined;
  /** Stages an item, or its deletion; throws ValidationException for an item that AWS would not store. */
  write(tableName: string, key: string, item: Item | undefined): void;
  /** The image of the item read last, as it was before any change. */
  lastRead(): Item | undefined;
}

/**
 * Starts with nothing staged. Hold the lock of every table concerned from here until the changes are committed.
 *
 * @example const staged = stageWrites(engine.database, engine.tables);
 */
export function stageWrites(database: Database, tables: Tables): StagedWrites {
  const rows = new Map<string, Change & { written: boolean }>();
  let last: Change | undefined;

  const read = (table: TableRecord, key: string) => {
    const fullKey = itemPrefix(table) + key;
    let row = rows.get(fullKey);
    if (!row) {
      const before = database.getSync(fullKey) as Item | undefined;
      row = { table, key, before, after: before, written: false };
      rows.set(fullKey, row);
    }
    last = row;
    return row;
  };

  const write = (table: TableRecord, key: string, item: Item | undefined) => {
    if (item) refuseUnstorable(table, item);
    Object.assign(read(table, key), { after: item, written: true });
  };

  const itemStore = (table: TableRecord): ItemStore => ({
    lock: (_, work) => work((callback) => callback),
    get: (key, callback) => callback(null, read(table, key).after),
    put: (key, item, callback) => settle(callback, () => write(table, key, item)),
    del: (key, callback) => settle(callback, () => write(table, key, undefined)),
    createValueStream: unused,
  });

  return {
    store: {
      options: { maxItemSize: maximumItemBytes },
      getTable(name, checkStatus, callback = checkStatus as never) {
        settle(callback, () => tables.get(name).description);
      },
      getItemDb: (tableName) => itemStore(tables.get(tableName)),
      // Index rows follow from the changes when these are committed.
      getIndexDb: () => ignoringStore,
    },
    changes: () => [...rows.values()].filter((row) => row.written),
    read: (tableName, key) => read(tables.get(tableName), key).after,
    write: (tableName, key, item) => write(tables.get(tableName), key, item),
    lastRead: () => last?.before,
  };
}

const ignoringStore: ItemStore = {
  lock: (_, work) => work((callback) => callback),
  get: unused,
  put: (_, __, callback) => callback(),
  del: (_, callback) => callback(),
  createValueStream: unused,
};

function unused(): never {
  throw new Error('a write action does not read this');
}

/** Calls back with the result or the error of the work; errors thrown by the callback itself are not caught. */
export function settle<T>(callback: (error: Error | null, value?: T) => void, work: () => T): void {
  let value: T;
  try {
    value = work();
  } catch (error) {
    callback(error as Error);
    return;
  }
  callback(null, value);
}

/** Refuses items that dynalite accepts and AWS does not: too large as UTF-8, or with an empty key of an index. */
function refuseUnstorable({ description }: TableRecord, item: Item): void {
  if (itemBytes(item) > maximumItemBytes) throw validationError('Item size has exceeded the maximum allowed size');
  for (const index of secondaryIndexes(description)) {
    const empty = keyNames(index.KeySchema).find((name) => item[name]?.S === '' || item[name]?.B === '');
    if (empty !== undefined) {
      throw validationError(
        'One or more parameter values are not valid. A value specified for a secondary index key is not supported. ' +
          `The AttributeValue for a key attribute cannot contain an empty string value. IndexName: ${index.IndexName}, IndexKey: ${empty}`,
      );
    }
  }
}
