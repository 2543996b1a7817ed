import { duckdb } from '../../../sql/printing/duckdb/dialect.ts';
import type { SqlType } from '../../../sql/types/sql-type.ts';

/** DuckDB's name of the type of a stored column; geographies are stored as WKB. */
export function storedType(type: SqlType): string {
  return type.kind === 'GEOGRAPHY' ? 'BLOB' : duckdb.type(type);
}
