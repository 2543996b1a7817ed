import { zipSync } from 'fflate';
import { maxNameBytes, shapeFiles, shapeTable, wgs84Projection } from '../../../formats/shapefile.ts';
import type { Row } from '../numbers/run-sql.ts';
import type { ExportColumn } from './point-rows.ts';

const numberLength = 19;
const numberDecimals = 6;
const maxTextLength = 254;
/** The first day that zip knows: the same rows make the same bytes. */
const firstDay = new Date(1980, 0, 1);

/**
 * Rows as a shapefile of points on WGS 84. Names have ten characters there: `fields.csv` beside it has the full ones, with units.
 *
 * @param name of the files in the zip, without an extension.
 */
export function shapefileOf(name: string, rows: readonly Row[], columns: readonly ExportColumn[]): Blob {
  const text = (content: string) => new TextEncoder().encode(content);
  const named = shortNames(columns.map((column) => column.name));
  const fields = columns.map((column, index) => `${named[index]},${column.name},${column.unit ?? ''}\r\n`).join('');
  const zip = zipSync(
    {
      ...Object.fromEntries(Object.entries(points(rows)).map(([end, content]) => [`${name}.${end}`, content])),
      [`${name}.dbf`]: attributes(rows, columns, named),
      [`${name}.prj`]: text(wgs84Projection),
      [`${name}.cpg`]: text('UTF-8'),
      'fields.csv': text(`field,property,unit\r\n${fields}`),
    },
    { level: 0, mtime: firstDay },
  );
  return new Blob([zip], { type: 'application/zip' });
}

/** Different names of at most ten characters. */
export function shortNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    let short = name.slice(0, maxNameBytes);
    for (let number = 2; used.has(short.toLowerCase()); number++) {
      short = `${name.slice(0, maxNameBytes - String(number).length)}${number}`;
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
  return shapeFiles({
    type: 'point',
    count: rows.length,
    box: box as [number, number, number, number],
    sizeOf: () => 16,
    write(view, at, index) {
      view.setFloat64(at, lons[index] ?? 0, true);
      view.setFloat64(at + 8, lats[index] ?? 0, true);
    },
  });
}

/** Texts are in UTF-8. */
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
  const described = names.map((name, index) =>
    isNumber[index]
      ? { name, type: 'N' as const, width: numberLength, decimals: numberDecimals }
      : {
          ...{ name, type: 'C' as const, decimals: 0 },
          width: cells.reduce((max, row) => Math.max(max, row[index]?.length ?? 0), 1),
        },
  );
  return shapeTable(described, cells);
}
