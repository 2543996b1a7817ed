import { DuckDBBlobValue, type DuckDBValue } from '@duckdb/node-api';

/** A value as Athena writes it into a result; undefined is NULL. */
export function cellText(value: DuckDBValue, type: string): string | undefined {
  if (value === null) return undefined;
  if (typeof value === 'number') return doubleText(value);
  if (value instanceof DuckDBBlobValue) return hexText(value.bytes);
  const text = String(value);
  if (type === 'TIMESTAMP' || type === 'TIME') {
    const [whole = '', fraction = ''] = text.split('.');
    return `${whole}.${fraction.padEnd(6, '0')}`;
  }
  return text;
}

const hexText = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');

/** As Java writes a double: with a point, and beyond seven digits with an exponent. */
function doubleText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  if (size >= 1e-3 && size < 1e7) return Number.isInteger(value) ? `${value}.0` : String(value);
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
}
