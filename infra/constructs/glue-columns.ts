import { storedColumns } from '../../domain/query/tables/stored-columns.ts';
import type { CatalogueTable } from '../../sql/catalogue.ts';
import type { SqlType } from '../../sql/types/sql-type.ts';

export interface GlueColumn {
  name: string;
  /** In the words of Hive. */
  type: string;
}

/** The columns of the table's files, out of the catalogue. Athena knows small letters alone, and finds columns of files in any. */
export function glueColumns({ columns, only, without = [] }: CatalogueTable): GlueColumn[] {
  const stored = [...storedColumns(columns)].map(([name, type]): [string, string] => [name, hiveType(type)]);
  // Rows of an owner say with which ingest they came.
  if (only.owner !== undefined) stored.push(['ingestId', 'string']);
  for (const name of without) stored.push([name, 'string']);
  const byName = new Map(stored.map(([name, type]) => [name.toLowerCase(), type]));
  return [...byName].map(([name, type]) => ({ name, type }));
}

function hiveType(type: SqlType): string {
  if (type.kind === 'ARRAY') return `array<${hiveType(type.element)}>`;
  if (type.kind === 'STRUCT') {
    return `struct<${type.fields.map(({ column, type: field }) => `${column.toLowerCase()}:${hiveType(field)}`).join(',')}>`;
  }
  const known = types[type.kind];
  if (!known) throw new Error(`A column of the lake cannot have the type ${type.kind}.`);
  return known;
}

const types: Partial<Record<SqlType['kind'], string>> = {
  BOOL: 'boolean',
  INT64: 'bigint',
  FLOAT64: 'double',
  NUMERIC: 'decimal(38,9)',
  STRING: 'string',
  BYTES: 'binary',
  DATE: 'date',
  TIMESTAMP: 'timestamp',
  DATETIME: 'timestamp',
  // As well-known binary.
  GEOGRAPHY: 'binary',
};
