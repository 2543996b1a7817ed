import { tableNotFound } from '../api-error.ts';
import { valuesInChunks } from '../database.ts';
import type { Database } from '../guarded-database.ts';
import { historyPrefix, rowsOf, strayRowsOf, streamPrefix, tablePrefix, under } from '../items/row-keys.ts';
import type { TableRecord } from './table-description.ts';

/** The existing tables, in memory and on disk. */
export interface Tables {
  names(): string[];
  find(name: string): TableRecord | undefined;
  /** @throws ResourceNotFoundException */
  get(name: string): TableRecord;
  /** Stores a table's record; from then on its rows are those of the record's generation. */
  save(record: TableRecord): Promise<void>;
  /** Deletes a table with its rows and its stream. */
  remove(name: string): Promise<void>;
  /** Deletes rows of no existing table or generation, such as those of an interrupted rebuild. */
  sweep(name: string): Promise<void>;
}

/** Reads the stored tables and deletes the remains of interrupted rebuilds. */
export async function loadTables(database: Database): Promise<Tables> {
  const records = new Map<string, TableRecord>();
  const unfinished: string[] = [];
  for await (const chunk of valuesInChunks<TableRecord>(database, under(tablePrefix))) {
    for (const record of chunk) {
      const { TableName, TableStatus } = record.description;
      // A table that was being restored when the process ended.
      if (TableStatus === 'CREATING') unfinished.push(TableName);
      else records.set(TableName, record);
    }
  }

  const tables: Tables = {
    names: () => [...records.keys()].sort(),
    find: (name) => records.get(name),
    get(name) {
      const record = records.get(name);
      if (!record) throw tableNotFound(name);
      return record;
    },
    async save(record) {
      const name = record.description.TableName;
      await database.batch([{ type: 'put', key: tablePrefix + name, value: record }]);
      records.set(name, record);
    },
    async remove(name) {
      await database.batch([{ type: 'del', key: tablePrefix + name }]);
      records.delete(name);
      await tables.sweep(name);
    },
    async sweep(name) {
      const record = records.get(name);
      const stray = record
        ? strayRowsOf(record)
        : [...rowsOf(name), under(streamPrefix(name)), under(historyPrefix(name))];
      for (const range of stray) await database.clear(range);
    },
  };
  for (const name of unfinished) await tables.remove(name);
  for (const name of records.keys()) await tables.sweep(name);
  return tables;
}
