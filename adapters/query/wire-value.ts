import type { Position } from '../../sql/geography/shape.ts';
import { fromWkb } from '../../sql/geography/wkb.ts';
import { toWkt } from '../../sql/geography/wkt.ts';
import type { SqlType } from '../../sql/types/sql-type.ts';
import { resultNames } from './result-names.ts';

/**
 * An engine's value other than arrays and structs: integers as bigint; NUMERIC, dates and times as text; a geography as
 * WKB or, for a point, as its degrees.
 */
export type Scalar = boolean | bigint | number | string | Uint8Array | Position | null;

/** Reads the parts of an engine's values; never called with NULL. */
export interface ValueReader<Value> {
  items(value: Value): readonly (Value | null)[];
  /** The values of a struct's fields, in order. */
  fields(value: Value): readonly (Value | null)[];
  scalar(value: Value, type: SqlType): Scalar;
}

/**
 * The JSON value of a value of any engine. Geographies are written as clients of other services read them: points,
 * several polygons and polygons with holes as base64 of well-known binary, all others as text. Integers that JSON
 * readers would round, and numbers that JSON lacks, are strings.
 */
export function wireValue<Value>(value: Value | null, type: SqlType, reader: ValueReader<Value>): unknown {
  if (value === null) return null;
  if (type.kind === 'ARRAY') return reader.items(value).map((item) => wireValue(item, type.element, reader));
  if (type.kind === 'STRUCT') {
    const values = reader.fields(value);
    const names = resultNames(type.fields);
    return Object.fromEntries(
      type.fields.map((field, index) => [names[index], wireValue(values[index] ?? null, field.type, reader)]),
    );
  }
  const scalar = reader.scalar(value, type);
  return scalar === null ? null : wireScalar(scalar, type);
}

function wireScalar(scalar: NonNullable<Scalar>, { kind }: SqlType): unknown {
  if (Array.isArray(scalar)) return pointText(scalar as Position);
  if (scalar instanceof Uint8Array) {
    return kind === 'GEOGRAPHY' ? geographyText(scalar) : Buffer.from(scalar).toString('base64');
  }
  if (typeof scalar === 'bigint') return Number.isSafeInteger(Number(scalar)) ? Number(scalar) : String(scalar);
  if (typeof scalar === 'number') return Number.isFinite(scalar) ? scalar : String(scalar);
  if (kind === 'TIMESTAMP') return `${timeText(String(scalar))}Z`;
  if (kind === 'DATETIME') return timeText(String(scalar));
  if (kind === 'TIME') return shortTime(String(scalar));
  return kind === 'NUMERIC' ? Number(scalar) : scalar;
}

/** A time of day with the minimum number of digits. */
function shortTime(text: string): string {
  const [seconds = '', fraction = ''] = text.split('.');
  const digits = withoutLastZeros(fraction);
  return digits ? `${seconds}.${digits}` : seconds;
}

function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** ISO 8601 with at least milliseconds. */
function timeText(text: string): string {
  const [seconds = '', fraction = ''] = text.replace(' ', 'T').split('.');
  return `${seconds}.${withoutLastZeros(fraction).padEnd(3, '0')}`;
}

function geographyText(wkb: Uint8Array): string | null {
  const shape = fromWkb(wkb);
  if (shape?.type === 'Point') return pointText(shape.coordinates);
  // Maps of today's clients read one ring as text, and more as WKB.
  const hasRings = shape?.type === 'MultiPolygon' || (shape?.type === 'Polygon' && shape.coordinates.length > 1);
  if (hasRings) return Buffer.from(wkb).toString('base64');
  return shape ? toWkt(shape) : null;
}

/** Bytes of a point as well-known binary. */
const pointBytes = 21;

function pointText([x, y]: Position): string {
  const point = Buffer.alloc(pointBytes);
  point.writeUInt8(1, 0);
  point.writeUInt32LE(1, 1);
  point.writeDoubleLE(x, 5);
  point.writeDoubleLE(y, 13);
  return point.toString('base64');
}
