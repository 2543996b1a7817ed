import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { storedType } from '../../../sql/types/parse-type.ts';
import type { SqlType } from '../../../sql/types/sql-type.ts';
import { revision, tables } from '../our-side.ts';
import type { TrinoClient } from './client.ts';

const types: Partial<Record<SqlType['kind'], string>> = {
  STRING: 'VARCHAR',
  INT64: 'BIGINT',
  FLOAT64: 'DOUBLE',
  BOOL: 'BOOLEAN',
  DATE: 'DATE',
  // The precision that Hive reads, and Athena with it.
  TIMESTAMP: 'TIMESTAMP(3)',
  GEOGRAPHY: 'VARBINARY',
};

function typeText(type: SqlType): string {
  if (type.kind === 'ARRAY') return `ARRAY(${typeText(type.element)})`;
  if (type.kind !== 'STRUCT') return types[type.kind] ?? 'VARCHAR';
  return `ROW(${type.fields.map((field) => `"${field.column}" ${typeText(field.type)}`).join(', ')})`;
}

/** Writes the rows of every owner as Parquet files with DuckDB, in folders of a lake; points also as files that a revision excludes. */
export async function writeParquet(database: DuckDBConnection, folder: string): Promise<void> {
  for (const table of Object.keys(tables)) {
    const directory = join(folder, 'data', table);
    mkdirSync(directory, { recursive: true });
    const names = table === 'points' ? [`rows.${revision - 1}`, `rows.${revision}`] : ['rows'];
    for (const name of names) {
      await database.run(`COPY store.${table} TO '${join(directory, `${name}.parquet`)}' (FORMAT parquet)`);
    }
  }
}

/** Creates the server's tables on those files. */
export async function createTables({ rows }: TrinoClient): Promise<void> {
  await rows('CREATE SCHEMA lake.store');
  for (const [table, all] of Object.entries(tables)) {
    const columns = all.flatMap(([name, type]) => {
      if (table === 'points' && type === 'GEOGRAPHY') return ['lon DOUBLE', 'lat DOUBLE'];
      const box = type === 'GEOGRAPHY' ? ['west', 'south', 'east', 'north'].map((side) => `${side} DOUBLE`) : [];
      return [`"${name}" ${typeText(storedType(type))}`, ...box];
    });
    const location = `format = 'PARQUET', external_location = 'local:///data/${table}'`;
    await rows(`CREATE TABLE lake.store.${table} (owner VARCHAR, ${columns.join(', ')}) WITH (${location})`);
  }
}
