/** The types of GoogleSQL that are supported. */
export const scalarKinds = [
  'BOOL',
  'INT64',
  'FLOAT64',
  'NUMERIC',
  'STRING',
  'BYTES',
  'DATE',
  'TIMESTAMP',
  'DATETIME',
  'TIME',
  'GEOGRAPHY',
] as const;
export type ScalarKind = (typeof scalarKinds)[number];

export interface StructField {
  /** The name in the query or the catalogue; empty if there is none. */
  name: string;
  type: SqlType;
  /** The engines' name: never a name from a query. */
  column: string;
}

export type SqlType =
  | { kind: ScalarKind | 'NULL' | 'INTERVAL' }
  | { kind: 'ARRAY'; element: SqlType }
  | { kind: 'STRUCT'; fields: StructField[] };

type Simple = Extract<SqlType, { kind: ScalarKind | 'NULL' | 'INTERVAL' }>;

const simple = Object.fromEntries([...scalarKinds, 'NULL', 'INTERVAL'].map((kind) => [kind, { kind }])) as Record<
  Simple['kind'],
  Simple
>;

export const typeOf = (kind: Simple['kind']): Simple => simple[kind];
export const arrayOf = (element: SqlType): SqlType => ({ kind: 'ARRAY', element });

/** A struct whose fields are named f1, f2 and so on in the engines. */
export const structOf = (fields: readonly { name: string; type: SqlType }[]): SqlType => ({
  kind: 'STRUCT',
  fields: fields.map(({ name, type }, index) => ({ name, type, column: `f${index + 1}` })),
});

/**
 * The type in GoogleSQL.
 *
 * @example typeText({ kind: 'ARRAY', element: { kind: 'INT64' } }) // 'ARRAY<INT64>'
 */
export function typeText(type: SqlType): string {
  if (type.kind === 'ARRAY') return `ARRAY<${typeText(type.element)}>`;
  if (type.kind !== 'STRUCT') return type.kind;
  return `STRUCT<${type.fields.map(({ name, type: field }) => (name ? `${name} ` : '') + typeText(field)).join(', ')}>`;
}

/** Whether types are equal for the engines, including field names. */
export function sameType(a: SqlType, b: SqlType): boolean {
  if (a === b) return true;
  if (a.kind === 'ARRAY' && b.kind === 'ARRAY') return sameType(a.element, b.element);
  if (a.kind !== 'STRUCT' || b.kind !== 'STRUCT') return a.kind === b.kind;
  return (
    a.fields.length === b.fields.length &&
    a.fields.every(({ type, column }, index) => {
      const other = b.fields[index];
      return other !== undefined && column === other.column && sameType(type, other.type);
    })
  );
}

export const isNumber = ({ kind }: SqlType): boolean => kind === 'INT64' || kind === 'FLOAT64' || kind === 'NUMERIC';

/** Whether `=` and DISTINCT support the type. */
export const isComparable = (type: SqlType): boolean =>
  type.kind === 'STRUCT' ? type.fields.every((field) => isComparable(field.type)) : isOrderable(type);
/** Whether GROUP BY, `<` and ORDER BY know the type. */
export const isOrderable = ({ kind }: SqlType): boolean => !['GEOGRAPHY', 'ARRAY', 'STRUCT'].includes(kind);
