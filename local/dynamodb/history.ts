import type { Clock } from '../clock.ts';
import { valuesInChunks } from './database.ts';
import type { BatchOperation } from './dynalite.ts';
import type { Database } from './guarded-database.ts';
import { type Item, pick, sameItem } from './items/item.ts';
import { digits, historyPrefix } from './items/row-keys.ts';
import type { Change } from './items/staged-writes.ts';
import { keyNames, type TableRecord } from './tables/table-description.ts';

/** The state of an item before a change; absent if there was none. */
export interface Undo {
  keys: Item;
  before?: Item;
}

/** Earlier states of tables, as far back as they can be restored: each change keeps the item that it replaced. */
export interface History {
  /** Writes that keep the state before a change. Call it under the table's lock. */
  record(change: Change): BatchOperation[];
  /** Earlier states that undo every change of a table after a time (milliseconds), newest first. */
  after(tableName: string, moment: number): AsyncGenerator<Undo[]>;
  /** Deletes states that are older than a point in time. */
  trim(tableName: string, before: number): Promise<void>;
}

const timeWidth = 15;
const rowsAtOnce = 1000;

export function openHistory(database: Database, clock: Clock): History {
  // Within a millisecond, changes are in the order of this number, which goes on after a restart.
  let count = 0;
  const opened = digits(clock.now(), timeWidth);
  let latest = 0;
  const keyFrom = (tableName: string, moment: number) => historyPrefix(tableName) + digits(moment, timeWidth);
  return {
    record({ table, before, after }) {
      if (!table.recovery || (before && after ? sameItem(before, after) : before === after)) return [];
      const { TableName, KeySchema } = table.description;
      // The order must not change when the clock is set back.
      latest = Math.max(latest, clock.now());
      count += 1;
      const value: Undo = { keys: pick({ ...before, ...after }, keyNames(KeySchema)), ...(before && { before }) };
      return [{ type: 'put', key: `${keyFrom(TableName, latest)}~${opened}~${digits(count, 12)}`, value }];
    },
    after(tableName, moment) {
      const range = { gte: keyFrom(tableName, moment + 1), lt: `${historyPrefix(tableName)}~`, reverse: true };
      return valuesInChunks<Undo>(database, range, rowsAtOnce);
    },
    trim: (tableName, before) => database.clear({ gte: historyPrefix(tableName), lt: keyFrom(tableName, before) }),
  };
}

/**
 * The earliest time to which a table can be restored, in milliseconds.
 *
 * @example const isTooEarly = moment < earliestMoment(table, clock.now());
 */
export function earliestMoment({ recovery }: TableRecord, now: number): number {
  if (!recovery) return now;
  return Math.max(recovery.since, now - recovery.days * 24 * 60 * 60 * 1000);
}
