import type { EngineText } from '../plan/expressions.ts';
import type { SqlType } from '../types/sql-type.ts';

/** True if exactly one of two numbers is NaN, and neither is NULL. */
const oneIsNaN = (a: string, b: string) => `(isnan(${a}) AND ${b} IS NOT NULL) OR (isnan(${b}) AND ${a} IS NOT NULL)`;

/**
 * A comparison of two FLOAT64 that may be NaN, which is neither equal to, less nor greater than any number. DuckDB
 * treats it as equal to itself and greater than all others; Trino compares like GoogleSQL.
 *
 * @param op `=`, `<>`, `<`, `<=`, `>` or `>=`.
 */
export const comparedWithNaN = (op: string, a = '$1', b = '$2'): EngineText => ({
  duckdb: `CASE WHEN ${oneIsNaN(a, b)} THEN ${op === '<>' ? 'TRUE' : 'FALSE'} ELSE ${a} ${op} ${b} END`,
  trino: `${a} ${op} ${b}`,
});

/** Prints a field of a struct. */
type Field = (struct: string, column: string) => string;

const ofDuckDb: Field = (struct, column) => `struct_extract(${struct}, '${column}')`;
/** A field of a NULL row can be read, but not within a lambda. */
const ofTrino: Field = (struct, column) => `(${struct})."${column}"`;
export const fieldOf = { duckdb: ofDuckDb, trino: ofTrino } as const;

/**
 * A template for the equality of two values of a type. Structs are compared field by field, and comparisons with NULL
 * are unknown: DuckDB's own comparison treats two NULLs within structs as equal, and Trino combines several constants
 * to a comparison that ignores NULL.
 */
export function equalText(type: SqlType, mayBeNaN = false): EngineText {
  return { duckdb: fieldByField(type, '$1', '$2', ofDuckDb, mayBeNaN), trino: fieldByField(type, '$1', '$2', ofTrino) };
}

/**
 * A template for whether a struct is an element of an array: unknown if it equals none and the comparison with one is
 * unknown. A NULL array is treated as empty.
 */
export function structInArray(type: SqlType): EngineText {
  const equal = fieldByField(type, '$1', 'e', ofDuckDb);
  const all = `list_transform($2, e -> CASE WHEN ${equal} THEN 2 WHEN NOT ${equal} THEN 0 ELSE 1 END)`;
  return {
    duckdb: `CASE list_max(${all}) WHEN 2 THEN TRUE WHEN 1 THEN NULL ELSE FALSE END`,
    trino: 'CASE WHEN $2 IS NULL THEN FALSE ELSE any_match($2, e -> $1 = e) END',
  };
}

function fieldByField(type: SqlType, left: string, right: string, fieldOf: Field, mayBeNaN = false): string {
  if (type.kind === 'FLOAT64' && mayBeNaN) return comparedWithNaN('=', left, right).duckdb;
  if (type.kind !== 'STRUCT' || type.fields.length === 0) return `${left} = ${right}`;
  const fields = type.fields.map(({ column, type: field }) =>
    fieldByField(field, fieldOf(left, column), fieldOf(right, column), fieldOf, mayBeNaN),
  );
  return `(${fields.join(' AND ')})`;
}
