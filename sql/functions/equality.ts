import type { EngineText } from '../plan/expressions.ts';
import type { SqlType } from '../types/sql-type.ts';

/** Where one of two numbers is NaN, and neither is NULL. */
const oneIsNaN = (a: string, b: string) => `(isnan(${a}) AND ${b} IS NOT NULL) OR (isnan(${b}) AND ${a} IS NOT NULL)`;

/**
 * A comparison of two FLOAT64 that may be NaN, which is not equal to anything and neither less nor greater. DuckDB takes it for a number,
 * equal to itself and greater than all others; Trino compares as GoogleSQL does.
 *
 * @param op `=`, `<>`, `<`, `<=`, `>` or `>=`.
 */
export const comparedWithNaN = (op: string, a = '$1', b = '$2'): EngineText => ({
  duckdb: `CASE WHEN ${oneIsNaN(a, b)} THEN ${op === '<>' ? 'TRUE' : 'FALSE'} ELSE ${a} ${op} ${b} END`,
  trino: `${a} ${op} ${b}`,
});

/** How an engine writes a field of a struct. */
type Field = (struct: string, column: string) => string;

const ofDuckDb: Field = (struct, column) => `struct_extract(${struct}, '${column}')`;
/** A field of a row that is NULL may be asked for, but not within a lambda. */
const ofTrino: Field = (struct, column) => `(${struct})."${column}"`;
export const fieldOf = { duckdb: ofDuckDb, trino: ofTrino } as const;

/**
 * Whether two values of a type are equal, as a template of both. Structs are compared field by field, and it is unknown whether NULL equals
 * anything: DuckDB's own comparison takes two NULLs within structs for equal, and Trino joins its own of several constants to one that does not
 * know NULL.
 */
export function equalText(type: SqlType, mayBeNaN = false): EngineText {
  return { duckdb: fieldByField(type, '$1', '$2', ofDuckDb, mayBeNaN), trino: fieldByField(type, '$1', '$2', ofTrino) };
}

/**
 * Whether a struct is an element of an array, as a template of both: not known where it equals none and it is not known of one. No array has
 * no elements.
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
