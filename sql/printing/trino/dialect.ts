import { flat } from '../../geography/antimeridian/flat.ts';
import { toWkb } from '../../geography/wkb.ts';
import { toWkt } from '../../geography/wkt.ts';
import type { SqlType } from '../../types/sql-type.ts';
import { type Dialect, quoted, quotedText, type UnnestNames } from '../dialect.ts';
import { bytesInHex, literalWith } from '../literal.ts';
import { withFilteredArrays } from './filtered-arrays.ts';

const types: Record<string, string> = {
  BOOL: 'BOOLEAN',
  INT64: 'BIGINT',
  FLOAT64: 'DOUBLE',
  NUMERIC: 'DECIMAL(38, 9)',
  STRING: 'VARCHAR',
  BYTES: 'VARBINARY',
  DATE: 'DATE',
  TIMESTAMP: 'TIMESTAMP(6)',
  DATETIME: 'TIMESTAMP(6)',
  TIME: 'TIME(6)',
  GEOGRAPHY: 'Geometry',
  NULL: 'BIGINT',
};

function typeName(type: SqlType): string {
  if (type.kind === 'ARRAY') return `ARRAY(${typeName(type.element)})`;
  if (type.kind !== 'STRUCT') return types[type.kind] ?? 'BIGINT';
  return `ROW(${type.fields.map(({ column, type: field }) => `${quoted(column)} ${typeName(field)}`).join(', ')})`;
}

function float(value: number): string {
  if (Number.isNaN(value)) return 'nan()';
  if (!Number.isFinite(value)) return value < 0 ? '(-infinity())' : 'infinity()';
  const written = value.toExponential().replace('e', 'E');
  return value < 0 || Object.is(value, -0) ? `(${written})` : written;
}

function text(type: SqlType, value: string): string {
  switch (type.kind) {
    case 'STRING':
      return unicodeText(value);
    case 'BYTES':
      return `X'${bytesInHex(value)}'`;
    case 'NUMERIC':
      return `CAST('${value}' AS DECIMAL(38, 9))`;
    default:
      return `${type.kind === 'DATETIME' ? 'TIMESTAMP' : type.kind} ${quotedText(value)}`;
  }
}

/**
 * Control characters are written as code points; a literal without any is VARCHAR of its length, which casts to
 * VARCHAR.
 */
function unicodeText(value: string): string {
  const plain = ![...value].some((character) => character < ' ');
  if (plain) return `CAST(${quotedText(value)} AS VARCHAR)`;
  const escaped = [...value].map((character) => {
    if (character === '\\') return '\\\\';
    return character < ' ' ? `\\${character.charCodeAt(0).toString(16).padStart(4, '0')}` : character;
  });
  return `CAST(U&${quotedText(escaped.join(''))} AS VARCHAR)`;
}

/** The elements as rows of one field, so that rows and NULLs among them stay whole. */
function elementsOf(array: string, { table, element, offset }: UnnestNames): string {
  const source = `UNNEST(transform(${array}, x -> ROW(x)))`;
  return offset ? `${source} WITH ORDINALITY AS ${table}(${element}, ${offset})` : `${source} AS ${table}(${element})`;
}

/**
 * Athena returns arrays and rows as text that cannot be parsed, so they are converted to JSON; bytes, and geographies
 * as WKB, to base64.
 */
function output(value: string, type: SqlType): string {
  if (type.kind === 'GEOGRAPHY' || type.kind === 'BYTES') return forJson(value, type, 0);
  if (type.kind !== 'ARRAY' && type.kind !== 'STRUCT') return value;
  return `json_format(CAST(${forJson(value, type, 0)} AS JSON))`;
}

/** Values that JSON lacks are converted to text: bytes and geographies to base64, times to their usual format. */
function forJson(value: string, type: SqlType, depth: number): string {
  const variable = `j${depth}`;
  switch (type.kind) {
    case 'ARRAY':
      return isJson(type.element)
        ? value
        : `transform(${value}, ${variable} -> ${forJson(variable, type.element, depth + 1)})`;
    case 'STRUCT': {
      if (type.fields.every((field) => isJson(field.type))) return value;
      const fields = type.fields.map((field) => forJson(`${value}.${quoted(field.column)}`, field.type, depth));
      const named = type.fields.map(
        ({ column, type: field }) => `${quoted(column)} ${isJson(field) ? typeName(field) : jsonType(field)}`,
      );
      return `IF(${value} IS NULL, NULL, CAST(ROW(${fields.join(', ')}) AS ROW(${named.join(', ')})))`;
    }
    case 'BYTES':
      return `to_base64(${value})`;
    case 'GEOGRAPHY':
      return `to_base64(ST_AsBinary(${value}))`;
    default:
      return isJson(type) ? value : `CAST(${value} AS VARCHAR)`;
  }
}

const isJson = (type: SqlType): boolean => {
  if (type.kind === 'ARRAY') return isJson(type.element);
  if (type.kind === 'STRUCT') return type.fields.every((field) => isJson(field.type));
  return !['BYTES', 'GEOGRAPHY', 'TIME', 'NUMERIC'].includes(type.kind);
};

function jsonType(type: SqlType): string {
  if (type.kind === 'ARRAY') return `ARRAY(${jsonType(type.element)})`;
  if (type.kind === 'STRUCT')
    return `ROW(${type.fields.map(({ column, type: field }) => `${quoted(column)} ${jsonType(field)}`).join(', ')})`;
  return isJson(type) ? typeName(type) : 'VARCHAR';
}

export const trino: Dialect = {
  name: 'trino',
  joinsSpatially: true,
  literal: literalWith({ type: typeName, number: float, text }),
  number: float,
  type: typeName,
  // Edges are straight on a map, so they are split until they stay within a centimetre of the great circle.
  shape: (shape, isUncut) =>
    shape.type === 'Point'
      ? trino.point(float(shape.coordinates[0]), float(shape.coordinates[1]))
      : `ST_GeometryFromText(${quotedText(toWkt(isUncut ? shape : flat(shape)))})`,
  mapped: (shape) => flat(shape),
  packedIntegers: (text) => `transform(split(${text}, ','), v -> from_base(v, 16))`,
  packedShapes: (text) => `transform(split(${text}, ';'), v -> ST_GeometryFromText(v))`,
  point: (x, y) => `ST_Point(${x}, ${y})`,
  fromWkb: (wkb) => `ST_GeomFromBinary(${wkb})`,
  // The name of a file of the lake ends with the revision and `.parquet`; those of compacted and of old files have
  // none.
  isOfRevision: (revision) =>
    `coalesce(CAST(regexp_extract("$path", '[.]([0-9]+)[.]parquet$', 1) AS BIGINT) < ${revision}, TRUE)`,
  longitude: (geography) => `ST_X(${geography})`,
  latitude: (geography) => `ST_Y(${geography})`,
  array: (elements, type) => `CAST(ARRAY[${elements.join(', ')}] AS ${typeName(type)})`,
  struct: (fields, type) => `CAST(ROW(${fields.join(', ')}) AS ${typeName(type)})`,
  // Without the test, a lambda fails on NULL rows in some versions.
  field: (base, column) =>
    /^[a-z]\d+(\[\d+\])?$/.test(base)
      ? `IF(${base} IS NULL, NULL, ${base}.${quoted(column)})`
      : `${base}.${quoted(column)}`,
  eachElement: (array, variable, body) => `transform(${array}, ${variable} -> ${body})`,
  bind: (value, variable, body) => `element_at(transform(ARRAY[${value}], ${variable} -> ${body}), 1)`,
  arrayOfQuery: (query, column, order, type) =>
    `coalesce((SELECT array_agg(${column}${order ? ` ORDER BY ${order}` : ''}) FROM (${query}) AS a), CAST(ARRAY[] AS ${typeName(type)}))`,
  readable: withFilteredArrays,
  limit: (limit, offset) =>
    [
      ...(offset === undefined ? [] : [`OFFSET ${offset} ROWS`]),
      ...(limit === undefined ? [] : [`LIMIT ${limit}`]),
    ].join(' '),
  unnest: (left, array, names, outer, on) => {
    const rows = elementsOf(array, names);
    if (!left) return outer ? `(SELECT 1) AS one LEFT JOIN ${rows} ON ${on ?? 'TRUE'}` : rows;
    return outer ? `${left} LEFT JOIN ${rows} ON ${on ?? 'TRUE'}` : `${left} CROSS JOIN ${rows}`;
  },
  offset: (name) => `(${name} - 1)`,
  output,
  shapeOutput: (shape) => `'${btoa(String.fromCharCode(...toWkb(shape)))}'`,
};
