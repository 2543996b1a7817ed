import { zipSync } from 'fflate';
import { writeShapefile } from '../../../adapters/prescriptions/write-shapefile.ts';
import { type MultiPolygon, multiPolygon } from '../../../domain/geometry/multi-polygon.ts';

/** A square of some 80 m beside the one before. */
export function square(index: number, size = 0.001): MultiPolygon {
  const [x, y] = [10 + index * 0.001, 50];
  const [east, north] = [x + size, y + size];
  return multiPolygon([
    [
      [
        [x, y],
        [east, y],
        [east, north],
        [x, north],
        [x, y],
      ],
    ],
  ]);
}

/** The parts of a shapefile of squares, by extension. */
export function squares(rates: readonly number[], column = 'rate') {
  return writeShapefile({ column, rows: rates.map((rate, index) => ({ geometry: square(index), rate })) });
}

type Parts = Partial<ReturnType<typeof squares>>;

/** A zip of a shapefile, with its parts replaced, and other entries added. */
export function prescriptionZip(
  parts: Parts,
  { base = 'north', others = {} }: { base?: string; others?: Record<string, Uint8Array> } = {},
): Uint8Array {
  const named = Object.entries(parts).map(([extension, bytes]) => [`${base}.${extension}`, bytes as Uint8Array]);
  return zipSync({ ...Object.fromEntries(named), ...others });
}

/** A table in which the cell of a row, from 0, has another text. */
export function withCell(dbf: Buffer, row: number, text: string): Buffer {
  const changed = Buffer.from(dbf);
  const start = changed.readUInt16LE(8) + row * changed.readUInt16LE(10) + 1;
  changed.write(text.padStart(changed.readUInt16LE(10) - 1), start, 'latin1');
  return changed;
}
