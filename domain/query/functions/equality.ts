import type { EngineText } from '../plan/expressions.ts';
import type { SqlType } from '../types/sql-type.ts';

/**
 * Whether two values of a type are equal, as a template of both. Structs are compared field by field, and it is unknown whether NULL equals
 * anything: DuckDB's own comparison takes two NULLs within structs for equal.
 */
export function equalText(type: SqlType): EngineText {
  return { duckdb: fieldByField(type, '$1', '$2'), trino: '$1 = $2' };
}

/**
 * Whether a struct is an element of an array, as a template of both: not known where it equals none and it is not known of one. No array has
 * no elements.
 */
export function structInArray(type: SqlType): EngineText {
  const { duckdb, trino } = equalText(type);
  const ofElement = (text: string) => text.replaceAll('$2', 'e');
  const equal = ofElement(duckdb);
  const all = `list_transform($2, e -> CASE WHEN ${equal} THEN 2 WHEN NOT ${equal} THEN 0 ELSE 1 END)`;
  return {
    duckdb: `CASE list_max(${all}) WHEN 2 THEN TRUE WHEN 1 THEN NULL ELSE FALSE END`,
    trino: `CASE WHEN $2 IS NULL THEN FALSE ELSE any_match($2, e -> ${ofElement(trino)}) END`,
  };
}

function fieldByField(type: SqlType, left: string, right: string): string {
  if (type.kind !== 'STRUCT' || type.fields.length === 0) return `${left} = ${right}`;
  const fields = type.fields.map(({ column, type: field }) => {
    const [one, other] = [left, right].map((base) => `struct_extract(${base}, '${column}')`);
    return fieldByField(field, one ?? '', other ?? '');
  });
  return `(${fields.join(' AND ')})`;
}
