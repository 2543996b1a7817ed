import { runtimeName } from '../../functions/geography/define.ts';
import { toWkbHex } from '../../geography/wkb.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { type Dialect, quoted, quotedText, type UnnestNames } from '../dialect.ts';
import { bytesInHex, literalWith } from '../literal.ts';

const types: Record<string, string> = {
  BOOL: 'BOOLEAN',
  INT64: 'BIGINT',
  FLOAT64: 'DOUBLE',
  NUMERIC: 'DECIMAL(38, 9)',
  STRING: 'VARCHAR',
  BYTES: 'BLOB',
  DATE: 'DATE',
  TIMESTAMP: 'TIMESTAMP',
  DATETIME: 'TIMESTAMP',
  TIME: 'TIME',
  /** A point has only x and y, every other geography only WKB. */
  GEOGRAPHY: 'STRUCT(wkb BLOB, x DOUBLE, y DOUBLE)',
  NULL: 'INTEGER',
};

function typeName(type: SqlType): string {
  if (type.kind === 'ARRAY') return `${typeName(type.element)}[]`;
  if (type.kind !== 'STRUCT') return types[type.kind] ?? 'INTEGER';
  return `STRUCT(${type.fields.map(({ column, type: field }) => `${quoted(column)} ${typeName(field)}`).join(', ')})`;
}

function float(value: number): string {
  if (Number.isNaN(value)) return `CAST('nan' AS DOUBLE)`;
  if (!Number.isFinite(value)) return `CAST('${value < 0 ? '-' : ''}inf' AS DOUBLE)`;
  const written = value.toExponential();
  return value < 0 || Object.is(value, -0) ? `(${written})` : written;
}

function text(type: SqlType, value: string): string {
  switch (type.kind) {
    case 'STRING':
      // DuckDB's parser stops at NUL.
      return value.includes('\0') ? `(${value.split('\0').map(quotedText).join(' || chr(0) || ')})` : quotedText(value);
    case 'BYTES':
      return `unhex('${bytesInHex(value)}')`;
    case 'NUMERIC':
      return `CAST('${value}' AS DECIMAL(38, 9))`;
    default:
      return `${typeName(type)} ${quotedText(value)}`;
  }
}

const struct = (fields: string[], type: SqlType) => {
  const names = type.kind === 'STRUCT' ? type.fields : [];
  return `{${fields.map((field, index) => `${quotedText(names[index]?.column ?? '')}: ${field}`).join(', ')}}`;
};

const elements = (array: string, { element, offset }: UnnestNames) => [
  `unnest(${array}) AS ${element}`,
  ...(offset ? [`unnest(range(len(${array}))) AS ${offset}`] : []),
];

export const duckdb: Dialect = {
  name: 'duckdb',
  joinsSpatially: false,
  literal: literalWith({ type: typeName, number: float, text }),
  number: float,
  type: typeName,
  shape: (shape) =>
    shape.type === 'Point'
      ? duckdb.point(float(shape.coordinates[0]), float(shape.coordinates[1]))
      : `{'wkb': unhex('${toWkbHex(shape)}'), 'x': CAST(NULL AS DOUBLE), 'y': CAST(NULL AS DOUBLE)}`,
  mapped: (shape) => shape,
  packedIntegers: (text) => `list_transform(string_split(${text}, ','), v -> CAST('0x' || v AS BIGINT))`,
  packedShapes: (text) => `list_transform(string_split(${text}, ';'), v -> ${runtimeName('from_text')}(v))`,
  point: (x, y) =>
    `CASE WHEN ${x} IS NULL OR ${y} IS NULL THEN NULL ELSE {'wkb': CAST(NULL AS BLOB), 'x': ${x}, 'y': ${y}} END`,
  fromWkb: (wkb) =>
    `CASE WHEN ${wkb} IS NULL THEN NULL ELSE {'wkb': ${wkb}, 'x': CAST(NULL AS DOUBLE), 'y': CAST(NULL AS DOUBLE)} END`,
  longitude: (geography) => `struct_extract(${geography}, 'x')`,
  latitude: (geography) => `struct_extract(${geography}, 'y')`,
  array: (elements, type) => `CAST([${elements.join(', ')}] AS ${typeName(type)})`,
  struct,
  field: (base, column) => `struct_extract(${base}, ${quotedText(column)})`,
  eachElement: (array, variable, body) => `list_transform(${array}, ${variable} -> ${body})`,
  bind: (value, variable, body) => `list_transform([${value}], ${variable} -> ${body})[1]`,
  arrayOfQuery: (query, _column, _order, type) => `coalesce(ARRAY(${query}), CAST([] AS ${typeName(type)}))`,
  readable: (plan) => plan,
  limit: (limit, offset) =>
    [...(limit === undefined ? [] : [`LIMIT ${limit}`]), ...(offset === undefined ? [] : [`OFFSET ${offset}`])].join(
      ' ',
    ),
  elements,
  unnest: (left, array, names, outer, on) => {
    const rows = `(SELECT ${elements(array, names).join(', ')}) AS ${names.table}`;
    if (!left) return rows;
    return outer ? `${left} LEFT JOIN LATERAL ${rows} ON ${on ?? 'TRUE'}` : `${left} CROSS JOIN LATERAL ${rows}`;
  },
  offset: (name) => name,
  output: (text) => text,
};
