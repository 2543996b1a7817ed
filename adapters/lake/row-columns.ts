import { storedColumns } from '../../domain/query/tables/stored-columns.ts';
import type { CatalogueTable } from '../../sql/catalogue.ts';
import type { SqlType } from '../../sql/types/sql-type.ts';
import { identifier, text } from '../duckdb/sql-text.ts';
import { storedType } from '../query/duckdb/stored-type.ts';

/** Maximum bytes of a row; one with 100,000 vertices takes 3 MB as text. */
const maxRow = 64_000_000;

/** A stored column, which several names of the catalogue may refer to. */
export interface RowColumn {
  name: string;
  type: SqlType;
}

export function rowColumns({ columns }: CatalogueTable): RowColumn[] {
  return [...storedColumns(columns)].map(([name, type]) => ({ name, type }));
}

/** A query with no rows and the types of the columns. */
export function noRowsSql(columns: readonly RowColumn[]): string {
  return `select ${columns.map(({ name, type }) => `null::${storedType(type)} as ${identifier(name)}`).join(', ')} where false`;
}

/** A query over a file of JSON lines: geographies as WKB in hexadecimal digits, times in ISO 8601. */
export function rowsSql(columns: readonly RowColumn[], path: string): string {
  const given = columns.map(({ name, type }) => `${text(name)}: ${text(givenType(type))}`);
  const options = `format = 'newline_delimited', maximum_object_size = ${maxRow}, columns = {${given.join(', ')}}`;
  const values = columns.map(({ name, type }) => `${valueSql(name, type)} as ${identifier(name)}`);
  return `select ${values.join(', ')} from read_json(${text(path)}, ${options})`;
}

function givenType(type: SqlType): string {
  return type.kind === 'GEOGRAPHY' || type.kind === 'TIMESTAMP' ? 'varchar' : storedType(type);
}

function valueSql(name: string, { kind }: SqlType): string {
  if (kind === 'GEOGRAPHY') return `unhex(${identifier(name)})`;
  if (kind === 'TIMESTAMP') return `rtrim(${identifier(name)}, 'Z')::timestamp_ms::timestamp`;
  return identifier(name);
}
