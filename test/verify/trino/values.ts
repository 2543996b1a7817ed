import { fromWkb } from '../../../sql/geography/wkb.ts';
import { toWkt } from '../../../sql/geography/wkt.ts';
import type { SqlType } from '../../../sql/types/sql-type.ts';
import { exactly } from './client.ts';

/** A value of the server in the normal form of the corpus. Arrays and structs are texts of JSON. */
export function fromTrino(value: unknown, type: SqlType): unknown {
  if (value === null || value === undefined) return null;
  switch (type.kind) {
    case 'ARRAY':
      return (parsed(value) as unknown[]).map((item) => fromTrino(item, type.element));
    case 'STRUCT':
      return struct(Object.values(parsed(value) as object), type.fields);
    case 'GEOGRAPHY': {
      const shape = fromWkb(Buffer.from(String(value), 'base64'));
      return shape ? toWkt(shape) : `no WKB: ${value}`;
    }
    case 'INT64':
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    case 'TIMESTAMP':
      return `${time(value)}Z`;
    case 'DATETIME':
    case 'TIME':
      return time(value);
    case 'NUMERIC':
      return String(value).replace(/\.?0+$/, '');
    default:
      return value;
  }
}

const parsed = (value: unknown): unknown => (typeof value === 'string' ? exactly(value) : value);

const time = (value: unknown) =>
  String(value)
    .replace(' ', 'T')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

function struct(values: unknown[], fields: { name: string; type: SqlType }[]): unknown {
  const parts = fields.map(({ type }, index) => fromTrino(values[index], type));
  const names = fields.map(({ name }) => name);
  if (names.includes('') || new Set(names).size < names.length) return parts;
  return Object.fromEntries(names.map((name, index) => [name, parts[index]]));
}
