import type { Row } from '../numbers/run-sql.ts';
import type { ExportColumn } from './point-rows.ts';

/** Rows as CSV (RFC 4180) with units in the header. */
export function csvOf(rows: readonly Row[], columns: readonly ExportColumn[]): string {
  const all: ExportColumn[] = [{ name: 'longitude' }, { name: 'latitude' }, ...columns];
  const header = all.map(({ name, unit }) => cell(unit === undefined ? name : `${name} (${unit})`));
  const lines = rows.map((row) => all.map(({ name }) => cell(row[name])).join(','));
  return `${[header.join(','), ...lines].join('\r\n')}\r\n`;
}

function cell(value: Row[string] | undefined): string {
  const text = value === null || value === undefined ? '' : String(value);
  // A text that a spreadsheet would take for a formula stays a text.
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as GeoJSON points; `units` has the unit of each property. */
export function geojsonOf(rows: readonly Row[], columns: readonly ExportColumn[]): string {
  const units = Object.fromEntries(columns.flatMap(({ name, unit }) => (unit === undefined ? [] : [[name, unit]])));
  return JSON.stringify({
    type: 'FeatureCollection',
    units,
    features: rows.map((row) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [row.longitude, row.latitude] },
      properties: Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null])),
    })),
  });
}
