import type { Position } from '../../../sql/geography/shape.ts';
import type { SqlType } from '../../../sql/types/sql-type.ts';
import { type Scalar, type ValueReader, wireValue } from '../../query/wire-value.ts';

/**
 * Converts a cell of a result to its JSON value. Athena returns every value as text; arrays and structs are printed as
 * JSON, bytes and geographies in base64 (`printing/trino/dialect.ts`).
 *
 * @param text undefined for NULL.
 */
export function cellValue(text: string | undefined, type: SqlType): unknown {
  if (text === undefined) return null;
  const isNested = type.kind === 'ARRAY' || type.kind === 'STRUCT';
  return wireValue<unknown>(isNested ? JSON.parse(withoutRounding(text)) : text, type, reader);
}

const reader: ValueReader<unknown> = {
  items: (value) => value as unknown[],
  fields: (value) => Object.values(value as object),
  scalar(value, { kind }): Scalar {
    switch (kind) {
      case 'BOOL':
        return String(value) === 'true';
      case 'INT64':
        return BigInt(String(value));
      case 'FLOAT64':
        return Number(value);
      case 'BYTES':
        return Buffer.from(String(value), 'base64');
      case 'GEOGRAPHY':
        return geography(Buffer.from(String(value), 'base64'));
      default:
        return String(value);
    }
  },
};

/** The beginning of a little-endian point in WKB, the most common geography: byte order and type. */
const littlePoint = Buffer.from([1, 1, 0, 0, 0]);
const pointBytes = 21;

function geography(wkb: Buffer): Uint8Array | Position {
  if (wkb.length !== pointBytes || !wkb.subarray(0, littlePoint.length).equals(littlePoint)) return wkb;
  return [wkb.readDoubleLE(5), wkb.readDoubleLE(13)];
}

/** JSON whose integers of 16 digits and more are strings, since JSON.parse would round them. */
function withoutRounding(json: string): string {
  if (!/\d{16}/.test(json)) return json;
  return json.replace(/"(?:[^"\\]|\\.)*"?|-?\d+(?:[.eE][\d.eE+-]*)?/g, (found) =>
    /^-?\d{16,}$/.test(found) ? `"${found}"` : found,
  );
}
