import type { EngineText } from '../plan/expressions.ts';
import type { SqlType } from '../types/sql-type.ts';

/**
 * Whether two values of a type are equal, as a template of both. Structs are compared field by field, and it is unknown whether NULL equals
 * anything: DuckDB's own comparison takes two NULLs within structs for equal.
 */
export function equalText(type: SqlType): EngineText {
  return { duckdb: fieldByField(type, '$1', '$2'), trino: '$1 = $2' };
}

function fieldByField(type: SqlType, left: string, right: string): string {
  if (type.kind !== 'STRUCT' || type.fields.length === 0) return `${left} = ${right}`;
  const fields = type.fields.map(({ column, type: field }) => {
    const [one, other] = [left, right].map((base) => `struct_extract(${base}, '${column}')`);
    return fieldByField(field, one ?? '', other ?? '');
  });
  return `(${fields.join(' AND ')})`;
}
