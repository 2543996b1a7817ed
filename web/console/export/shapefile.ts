import type { Row } from '../numbers/run-sql.ts';
import type { ExportColumn } from './point-rows.ts';
import { zipOf } from './zip.ts';

const wgs84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

const headerBytes = 100;
const recordBytes = 28;
const pointType = 1;
const maxNameLength = 10;
const numberLength = 19;
const numberDecimals = 6;
const maxTextLength = 254;

/**
 * Rows as a shapefile of points on WGS 84. Names have ten characters there: `fields.csv` beside it has the full ones, with units.
 *
 * @param name of the files in the zip, without an extension.
 */
export function shapefileOf(name: string, rows: readonly Row[], columns: readonly ExportColumn[]): Blob {
  const text = (content: string) => new TextEncoder().encode(content);
  const named = shortNames(columns.map((column) => column.name));
  const fields = columns.map((column, index) => `${named[index]},${column.name},${column.unit ?? ''}\r\n`).join('');
  const { shp, shx } = points(rows);
  return zipOf([
    { name: `${name}.shp`, content: shp },
    { name: `${name}.shx`, content: shx },
    { name: `${name}.dbf`, content: attributes(rows, columns, named) },
    { name: `${name}.prj`, content: text(wgs84) },
    { name: `${name}.cpg`, content: text('UTF-8') },
    { name: 'fields.csv', content: text(`field,property,unit\r\n${fields}`) },
  ]);
}

/** Different names of at most ten characters. */
export function shortNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    let short = name.slice(0, maxNameLength);
    for (let number = 2; used.has(short.toLowerCase()); number++) {
      short = `${name.slice(0, maxNameLength - String(number).length)}${number}`;
    }
    used.add(short.toLowerCase());
    return short;
  });
}

function points(rows: readonly Row[]) {
  const [lons, lats] = [rows.map((row) => Number(row.longitude)), rows.map((row) => Number(row.latitude))];
  const box = [lons, lats, lons, lats].map((values, index) =>
    values.reduce((edge, value) => (index < 2 ? Math.min(edge, value) : Math.max(edge, value)), values[0] ?? 0),
  );
  const shp = new DataView(new ArrayBuffer(headerBytes + rows.length * recordBytes));
  const shx = new DataView(new ArrayBuffer(headerBytes + rows.length * 8));
  for (const view of [shp, shx]) {
    view.setInt32(0, 9994);
    view.setInt32(24, view.byteLength / 2);
    view.setInt32(28, 1000, true);
    view.setInt32(32, pointType, true);
    for (const [index, edge] of box.entries()) view.setFloat64(36 + index * 8, edge, true);
  }
  const words = (recordBytes - 8) / 2;
  for (let index = 0; index < rows.length; index++) {
    const at = headerBytes + index * recordBytes;
    shp.setInt32(at, index + 1);
    shp.setInt32(at + 4, words);
    shp.setInt32(at + 8, pointType, true);
    shp.setFloat64(at + 12, lons[index] ?? 0, true);
    shp.setFloat64(at + 20, lats[index] ?? 0, true);
    shx.setInt32(headerBytes + index * 8, at / 2);
    shx.setInt32(headerBytes + index * 8 + 4, words);
  }
  return { shp: new Uint8Array(shp.buffer), shx: new Uint8Array(shx.buffer) };
}

/** dBASE III, with texts in UTF-8. */
function attributes(rows: readonly Row[], columns: readonly ExportColumn[], names: readonly string[]) {
  const encoder = new TextEncoder();
  const isNumber = columns.map(({ name }) => rows.every((row) => typeof (row[name] ?? 0) === 'number'));
  const cells = rows.map((row) =>
    columns.map(({ name }, index) => {
      const value = row[name];
      if (value === null || value === undefined) return new Uint8Array();
      const text = isNumber[index] ? Number(value).toFixed(numberDecimals).slice(0, numberLength) : String(value);
      return encoder.encode(text).slice(0, maxTextLength);
    }),
  );
  const widths = columns.map((_, index) =>
    isNumber[index] ? numberLength : cells.reduce((max, row) => Math.max(max, row[index]?.length ?? 0), 1),
  );
  const recordLength = 1 + widths.reduce((sum, width) => sum + width, 0);
  const header = 33 + columns.length * 32;
  const bytes = new Uint8Array(header + rows.length * recordLength + 1).fill(0x20, header);
  const view = new DataView(bytes.buffer);
  bytes.set([3, 100, 1, 1]);
  view.setUint32(4, rows.length, true);
  view.setUint16(8, header, true);
  view.setUint16(10, recordLength, true);
  for (const [index, name] of names.entries()) {
    const at = 32 + index * 32;
    bytes.set(encoder.encode(name).slice(0, maxNameLength), at);
    bytes[at + 11] = (isNumber[index] ? 'N' : 'C').charCodeAt(0);
    bytes[at + 16] = widths[index] ?? 1;
    bytes[at + 17] = isNumber[index] ? numberDecimals : 0;
  }
  bytes[header - 1] = 0x0d;
  for (const [number, row] of cells.entries()) {
    let at = header + number * recordLength + 1;
    for (const [index, cell] of row.entries()) {
      const width = widths[index] ?? 1;
      bytes.set(cell, isNumber[index] ? at + width - cell.length : at);
      at += width;
    }
  }
  bytes[bytes.length - 1] = 0x1a;
  return bytes;
}
