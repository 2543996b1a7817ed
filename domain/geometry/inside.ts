import { boundsOf, type MultiPolygon } from './multi-polygon.ts';

/** Rows that a shape is cut into: a point is compared with the edges of its row alone. */
const maxRows = 512;
const edgesInRow = 4;

/**
 * Whether places lie in a shape, by the even-odd rule over all rings, holes included. Made once for a shape and asked for millions of
 * places. A place on the border is in one of two shapes that share it, never in both.
 */
export function insideOf({ coordinates }: MultiPolygon): (longitude: number, latitude: number) => boolean {
  const bounds = boundsOf(coordinates);
  if (!bounds) return () => false;
  const [west, south, east, north] = bounds;
  const count = coordinates.flat().reduce((sum, ring) => sum + ring.length, 0);
  const rows = Math.max(1, Math.min(maxRows, Math.ceil(count / edgesInRow)));
  const height = (north - south) / rows || 1;
  const rowAt = (latitude: number) => Math.max(0, Math.min(rows - 1, Math.floor((latitude - south) / height)));
  // Four numbers for each edge: where it begins and where it ends.
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
