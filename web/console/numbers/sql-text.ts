/** Decimals of coordinates in a query: about a centimetre. */
const decimals = 7;

/**
 * A text as a literal of GoogleSQL.
 *
 * @example quoted("O'Hara") // 'O\'Hara'
 */
export function quoted(value: string): string {
  const escaped = value.replace(/[\\'\n\r]/g, (found) => escapes[found] ?? found);
  return `'${escaped}'`;
}

const escapes: Record<string, string> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r' };

/** A polygon as an expression of GoogleSQL. */
export function geographyOf(shape: GeoJSON.Polygon | GeoJSON.MultiPolygon): string {
  const ring = (points: GeoJSON.Position[]) =>
    `(${points.map(([lon = 0, lat = 0]) => `${rounded(lon)} ${rounded(lat)}`).join(', ')})`;
  const polygon = (rings: GeoJSON.Position[][]) => `(${rings.map(ring).join(', ')})`;
  const wkt =
    shape.type === 'Polygon'
      ? `POLYGON${polygon(shape.coordinates)}`
      : `MULTIPOLYGON(${shape.coordinates.map(polygon).join(', ')})`;
  return `ST_GEOGFROMTEXT('${wkt}')`;
}

const rounded = (degrees: number) => Number(degrees.toFixed(decimals));
