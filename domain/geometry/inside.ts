import { boundsOf, type MultiPolygon } from './multi-polygon.ts';

/** Maximum rows of a shape: a point is compared only with the edges of its row. */
const maxRows = 512;
const edgesInRow = 4;

/**
 * Creates a test whether positions are inside a shape, by the even-odd rule over all rings including holes; made once
 * per shape for millions of positions. A position on the common border of two shapes is inside exactly one of them.
 *
 * @example
 * const isInside = insideOf(field);
 * const kept = points.filter(({ lon, lat }) => isInside(lon, lat));
 */
export function insideOf({ coordinates }: MultiPolygon): (longitude: number, latitude: number) => boolean {
  const bounds = boundsOf(coordinates);
  if (!bounds) return () => false;
  const [west, south, east, north] = bounds;
  const count = coordinates.flat().reduce((sum, ring) => sum + ring.length, 0);
  const rows = Math.max(1, Math.min(maxRows, Math.ceil(count / edgesInRow)));
  const height = (north - south) / rows || 1;
  const rowAt = (latitude: number) => Math.max(0, Math.min(rows - 1, Math.floor((latitude - south) / height)));
  // Four numbers per edge: its start and its end.
  const edges: number[][] = Array.from({ length: rows }, () => []);
  for (const ring of coordinates.flat()) {
    let from = ring[0];
    for (const to of ring.slice(1)) {
      if (from) {
        const last = rowAt(Math.max(from[1], to[1]));
        for (let row = rowAt(Math.min(from[1], to[1])); row <= last; row++) {
          edges[row]?.push(from[0], from[1], to[0], to[1]);
        }
      }
      from = to;
    }
  }
  const packed = edges.map((row) => Float64Array.from(row));
  return (x, y) => {
    if (!(x >= west && x <= east && y >= south && y <= north)) return false;
    const row = packed[rowAt(y)] as Float64Array;
    let inside = false;
    for (let at = 0; at < row.length; at += 4) {
      const [x1, y1, x2, y2] = [row[at], row[at + 1], row[at + 2], row[at + 3]] as [number, number, number, number];
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
    }
    return inside;
  };
}
