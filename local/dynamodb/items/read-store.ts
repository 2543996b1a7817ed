import { Stream } from 'node:stream';
import { valuesInChunks } from '../database.ts';
import { type ItemStore, maximumItemBytes, type Request, type Store, type ValueRange } from '../dynalite.ts';
import type { Database } from '../guarded-database.ts';
import { secondaryIndexes, type TableRecord } from '../tables/table-description.ts';
import type { Tables } from '../tables/tables.ts';
import type { Item } from './item.ts';
import { indexKey, indexPrefix, itemKey, itemPrefix } from './row-keys.ts';
import { settle } from './staged-writes.ts';

/** A store for dynalite's read actions, for one request. Writes under way are seen wholly or not at all. */
export function readStore(database: Database, tables: Tables, request: Request): Store {
  return {
    options: { maxItemSize: maximumItemBytes },
    getTable(name, checkStatus, callback = checkStatus as never) {
      settle(callback, () => tables.get(name).description);
    },
    getItemDb(tableName) {
      const prefix = itemPrefix(tables.get(tableName));
      return { ...readOnly, ...rowsUnder(database, prefix) };
    },
    getIndexDb(_, tableName, indexName) {
      const table = tables.get(tableName);
      const rows = rowsUnder(database, indexPrefix(table, indexName));
      const createValueStream = (range: ValueRange) => rows.createValueStream(afterStartKey(range, table, request));
      return { ...readOnly, ...rows, createValueStream };
    },
  };
}

const readOnly: Pick<ItemStore, 'lock' | 'put' | 'del'> = { lock: unused, put: unused, del: unused };

function unused(): never {
  throw new Error('a read action does not write');
}

function rowsUnder(database: Database, prefix: string): Pick<ItemStore, 'get' | 'createValueStream'> {
  return {
    get: (key, callback) =>
      settle<Item | undefined>(callback, () => database.getSync(prefix + key) as Item | undefined),
    createValueStream: (range) => streamValues(database, prefixed(range, prefix)),
  };
}

function prefixed(range: ValueRange, prefix: string): ValueRange {
  const { gt, gte = '', lt, lte, ...rest } = range;
  const from = gt === undefined ? { gte: prefix + gte } : { gt: prefix + gt };
  const to = lte === undefined ? { lt: prefix + (lt ?? '~') } : { lte: prefix + lte };
  return { ...rest, ...from, ...to };
}

/** Dynalite continues a query after its own form of an index key; the engine's is longer, see `indexKey`. */
function afterStartKey(range: ValueRange, table: TableRecord, request: Request): ValueRange {
  const startKey = request.ExclusiveStartKey as Item | undefined;
  const index = secondaryIndexes(table.description).find((one) => one.IndexName === request.IndexName);
  if (!startKey || !index) return range;
  const key = indexKey(table.description, index, startKey, itemKey(table.description, startKey));
  const { gt, gte, lt, lte, ...rest } = range;
  if (range.reverse) return { ...rest, ...(gt !== undefined && { gt }), ...(gte !== undefined && { gte }), lt: key };
  return { ...rest, gt: key, ...(lt !== undefined && { lt }), ...(lte !== undefined && { lte }) };
}

/** Rows fetched at a time when there is no limit; dynalite stops at 1 MB. */
const rowsAtOnce = 500;

/**
 * Emits the values of a range as `data`, then `end`. It is the oldest kind of stream, without buffers of its own: dynalite
 * listens to `data` only and calls `destroy` when it has enough.
 */
function streamValues(database: Database, range: ValueRange): Stream {
  const stream = Object.assign(new Stream(), {
    destroyed: false,
    destroy() {
      stream.destroyed = true;
    },
  });
  const size = range.limit && range.limit > 0 ? range.limit : rowsAtOnce;
  const pump = async () => {
    for await (const values of valuesInChunks(database, range, size)) {
      for (const value of values) {
        stream.emit('data', value);
        if (stream.destroyed) return;
      }
    }
    stream.emit('end');
  };
  pump().catch((error) => stream.emit('error', error));
  return stream;
}
