import type * as duckDbModule from '@duckdb/node-api';
import { fromWkb } from '../../../domain/query/geography/wkb.ts';
import { toWkt } from '../../../domain/query/geography/wkt.ts';
import type { SqlType } from '../../../domain/query/types/sql-type.ts';

type Value = duckDbModule.DuckDBValue;

/** Of a point as well-known binary. */
const pointBytes = 21;

/**
 * A value as JSON holds it. Geographies are written as today's clients read them: a point as base64 of well-known binary, everything
 * else as text. Whole numbers that JSON's readers would round are texts, and so are the numbers that JSON lacks.
 */
export function resultValue(value: Value, type: SqlType): unknown {
  if (value === null) return null;
  if (type.kind === 'ARRAY') return itemsOf(value).map((item) => resultValue(item, type.element));
  if (type.kind === 'STRUCT') {
    const values = Object.values(entriesOf(value));
    return Object.fromEntries(
      type.fields.map(({ name, type: inner }, index) => [
        name || `f${index}_`,
        resultValue(values[index] ?? null, inner),
      ]),
    );
  }
  if (type.kind === 'GEOGRAPHY') return geographyText(entriesOf(value));
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (type.kind === 'BYTES') return Buffer.from((value as duckDbModule.DuckDBBlobValue).bytes).toString('base64');
  if (type.kind === 'TIMESTAMP') return `${timeText(value)}Z`;
  if (type.kind === 'DATETIME') return timeText(value);
  if (type.kind === 'NUMERIC') return Number(String(value));
  return typeof value === 'object' ? String(value) : value;
}

function itemsOf(value: Value): readonly Value[] {
  return (value as duckDbModule.DuckDBListValue).items;
}

function entriesOf(value: Value): Readonly<Record<string, Value>> {
  return (value as duckDbModule.DuckDBStructValue).entries;
}

/** ISO 8601 with at least milliseconds. */
function timeText(value: Value): string {
  const [seconds = '', fraction = ''] = String(value).replace(' ', 'T').split('.');
  return `${seconds}.${fraction.replace(/0+$/, '').padEnd(3, '0')}`;
}

function geographyText({ x, y, wkb }: Readonly<Record<string, Value>>): string | null {
  if (typeof x === 'number' && typeof y === 'number') {
    const point = Buffer.alloc(pointBytes);
    point.writeUInt8(1, 0);
    point.writeUInt32LE(1, 1);
    point.writeDoubleLE(x, 5);
    point.writeDoubleLE(y, 13);
    return point.toString('base64');
  }
  const shape = wkb && fromWkb((wkb as duckDbModule.DuckDBBlobValue).bytes);
  return shape ? toWkt(shape) : null;
}
