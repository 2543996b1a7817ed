import type { CompiledQuery } from '../../../sql/compile-query.ts';
import { runtimeName } from '../../../sql/functions/geography/define.ts';
import { duckdb } from '../../../sql/printing/duckdb/dialect.ts';
import type { SqlType } from '../../../sql/types/sql-type.ts';

/** Types that Hive lacks or truncates to milliseconds; they are written as strings. */
const asText = new Set<SqlType['kind']>(['TIMESTAMP', 'DATETIME', 'TIME']);

const columnNames = ({ columns }: CompiledQuery): string[] => columns.map((_, index) => `v${index}`);

/** The statement that writes a query's rows as Parquet below an empty `s3://` prefix. */
export function unloadSql(query: CompiledQuery, address: string): string {
  const names = columnNames(query);
  const values = names.map((name, index) =>
    asText.has(query.columns[index]?.type.kind ?? 'NULL') ? `CAST(${name} AS VARCHAR) AS ${name}` : name,
  );
  return `UNLOAD (SELECT ${values.join(', ')} FROM (${query.sql}) AS q1(${names.join(', ')})) TO '${address}' WITH (format = 'PARQUET', compression = 'SNAPPY')`;
}

/** A query over such files in DuckDB, with the columns `v0`, `v1` and so on. */
export function unloadedSql(query: CompiledQuery, paths: readonly string[]): string {
  const values = columnNames(query).map(
    (name, index) => `${unloadedValue(name, query.columns[index]?.type ?? { kind: 'NULL' })} AS ${name}`,
  );
  const files = paths.map((path) => `'${path.replaceAll("'", "''")}'`).join(', ');
  return `SELECT ${values.join(', ')} FROM read_parquet([${files}], hive_partitioning = false)`;
}

/** Converts a value that `printing/trino/dialect.ts` printed back to its type. */
function unloadedValue(value: string, type: SqlType): string {
  switch (type.kind) {
    case 'GEOGRAPHY':
      return `${runtimeName('from_wkb')}(from_base64(${value}))`;
    case 'BYTES':
      return `from_base64(${value})`;
    case 'ARRAY':
    case 'STRUCT':
      return withBytes(`CAST(CAST(${value} AS JSON) AS ${duckdb.type(withTexts(type))})`, type, 0);
    default:
      return asText.has(type.kind) ? `CAST(${value} AS ${duckdb.type(type)})` : value;
  }
}

/** The type with base64 strings in place of bytes. */
function withTexts(type: SqlType): SqlType {
  if (type.kind === 'ARRAY') return { kind: 'ARRAY', element: withTexts(type.element) };
  if (type.kind === 'STRUCT') {
    return { kind: 'STRUCT', fields: type.fields.map((field) => ({ ...field, type: withTexts(field.type) })) };
  }
  return type.kind === 'BYTES' ? { kind: 'STRING' } : type;
}

const hasBytes = (type: SqlType): boolean => {
  if (type.kind === 'ARRAY') return hasBytes(type.element);
  return type.kind === 'STRUCT' ? type.fields.some((field) => hasBytes(field.type)) : type.kind === 'BYTES';
};

function withBytes(value: string, type: SqlType, depth: number): string {
  if (!hasBytes(type)) return value;
  if (type.kind === 'ARRAY') {
    const element = `e${depth}`;
    return `list_transform(${value}, ${element} -> ${withBytes(element, type.element, depth + 1)})`;
  }
  if (type.kind !== 'STRUCT') return `from_base64(${value})`;
  const fields = type.fields.map(
    ({ column, type: field }) => `'${column}': ${withBytes(duckdb.field(value, column), field, depth)}`,
  );
  return `CASE WHEN ${value} IS NULL THEN NULL ELSE {${fields.join(', ')}} END`;
}
