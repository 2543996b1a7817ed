import {
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBStructValue,
  DuckDBTimestampValue,
  DuckDBTimeValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import { fromWkb } from '../../sql/geography/wkb.ts';
import { toWkt } from '../../sql/geography/wkt.ts';
import type { SqlType } from '../../sql/types/sql-type.ts';

/** A value of DuckDB in the normal form of the corpus, which its README describes. */
export function normalForm(value: DuckDBValue, type: SqlType): unknown {
  if (value === null) return null;
  if (type.kind === 'ARRAY') return (value as DuckDBListValue).items.map((item) => normalForm(item, type.element));
  if (value instanceof DuckDBStructValue) {
    return type.kind === 'STRUCT' ? structForm(Object.values(value.entries), type.fields) : geographyForm(value);
  }
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof DuckDBBlobValue) return Buffer.from(value.bytes).toString('base64');
  if (value instanceof DuckDBDateValue) return value.toString();
  if (value instanceof DuckDBTimeValue) return fraction(value.toString());
  if (value instanceof DuckDBTimestampValue)
    return fraction(value.toString().replace(' ', 'T')) + (type.kind === 'TIMESTAMP' ? 'Z' : '');
  if (value instanceof DuckDBDecimalValue) return value.toString().replace(/\.?0+$/, '');
  if (value instanceof DuckDBListValue) throw new Error('a list where none is expected');
  return value;
}

const fraction = (text: string) => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');

function structForm(values: DuckDBValue[], fields: { name: string; type: SqlType }[]): unknown {
  const parts = fields.map(({ type }, index) => normalForm(values[index] ?? null, type));
  const names = fields.map(({ name }) => name);
  const asList = names.includes('') || new Set(names).size < names.length;
  return asList ? parts : Object.fromEntries(names.map((name, index) => [name, parts[index]]));
}

function geographyForm({ entries }: DuckDBStructValue): string {
  const { wkb, x, y } = entries;
  if (typeof x === 'number' && typeof y === 'number') return toWkt({ type: 'Point', coordinates: [x, y] });
  const shape = wkb instanceof DuckDBBlobValue ? fromWkb(wkb.bytes) : undefined;
  if (!shape) throw new Error('a geography is neither a point nor WKB');
  return toWkt(shape);
}
