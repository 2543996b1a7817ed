import { identifier } from '../../adapters/duckdb/sql-text.ts';
import type { NamedType } from '../../adapters/query/duckdb/process/messages.ts';

/** A column of a result, with its type in DuckDB. */
export type ResultColumn = NamedType;

/**
 * A value as Athena writes it into a result. Numbers beyond ten million keep their digits where Java would write an exponent.
 *
 * @returns SQL of a text, in a database that has Trino's functions.
 */
export function cellSql({ name, type }: ResultColumn): string {
  const value = identifier(name);
  if (type === 'DOUBLE' || type === 'FLOAT') return `trim(CAST(trino_cast_json(${value}) AS VARCHAR), '"')`;
  if (type === 'BLOB') return `rtrim(regexp_replace(lower(hex(${value})), '(..)', '\\1 ', 'g'))`;
  return `trino_cast_varchar(${value})`;
}
