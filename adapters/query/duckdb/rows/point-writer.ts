import { doublesOf, type RawColumn, rawField } from '../raw/raw-column.ts';
import type { ByteWriter } from './byte-writer.ts';
import type { ColumnWriter } from './column-writers.ts';

const alphabet = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const quote = 0x22;

/** Layout of a point as well-known binary: byte order, type, degrees. */
const pointBytes = 21;
const typeAt = 1;
const longitudeAt = 5;
const latitudeAt = 13;

/**
 * Writes the points among geographies, which have only `x` and `y`, as base64 of well-known binary.
 *
 * @param column structs of `wkb`, `x` and `y`.
 * @param general writer for all others.
 */
export function pointWriter(column: RawColumn, out: ByteWriter, general: ColumnWriter): ColumnWriter {
  const [x, y] = [rawField(column, 1), rawField(column, 2)];
  const [longitudes, latitudes] = [doublesOf(x), doublesOf(y)];
  const isPoint = (row: number) => (x.hasValue?.(row) ?? true) && (y.hasValue?.(row) ?? true);
  const point = new DataView(new ArrayBuffer(pointBytes));
  point.setUint8(0, 1);
  point.setUint32(typeAt, 1, true);
  // Three bytes are four characters, so no padding is needed.
  const text = Buffer.alloc((pointBytes / 3) * 4 + 2, quote);
  return (row) => {
    if (!isPoint(row)) return general(row);
    point.setFloat64(longitudeAt, longitudes[row] ?? 0, true);
    point.setFloat64(latitudeAt, latitudes[row] ?? 0, true);
    for (let from = 0, to = 1; from < pointBytes; from += 3, to += 4) {
      const three = (point.getUint8(from) << 16) | (point.getUint8(from + 1) << 8) | point.getUint8(from + 2);
      text[to] = alphabet[three >> 18] ?? 0;
      text[to + 1] = alphabet[(three >> 12) & 63] ?? 0;
      text[to + 2] = alphabet[(three >> 6) & 63] ?? 0;
      text[to + 3] = alphabet[three & 63] ?? 0;
    }
    out.bytes(text);
  };
}
