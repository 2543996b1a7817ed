import * as z from 'zod';

/** Longitude and latitude in degrees on WGS 84 (EPSG:4326). Heights and measures are dropped on input. */
export type Position = [longitude: number, latitude: number];

/** A closed line: its last position equals the first. */
export type Ring = Position[];

/** The outer ring, then the holes. */
export type PolygonRings = Ring[];

/** The geometry of a boundary, as in RFC 7946. */
export interface MultiPolygon {
  type: 'MultiPolygon';
  coordinates: PolygonRings[];
}

const position = z.tuple([z.number(), z.number()]);

/** Checks only the structure: `adapters/geos` checks whether rings close and do not cross, and can repair them. */
export const multiPolygonSchema = z
  .object({
    type: z.literal('MultiPolygon').describe('The type of the geometry.'),
    coordinates: z
      .array(z.array(z.array(position)))
      .describe(
        'Polygons, of rings, of positions: longitude, then latitude, in degrees. The first ring of a polygon is its outline, the others are holes; the last position of a ring is its first.',
      ),
  })
  .describe('A MultiPolygon of GeoJSON (RFC 7946), in degrees on WGS 84.');

/** West, south, east and north in degrees. */
export type Bounds = [west: number, south: number, east: number, north: number];

/**
 * A geometry of polygons.
 *
 * @example multiPolygon([[outer, hole]]) // { type: 'MultiPolygon', coordinates: [[outer, hole]] }
 */
export function multiPolygon(coordinates: PolygonRings[]): MultiPolygon {
  return { type: 'MultiPolygon', coordinates };
}

/**
 * Number of positions, including the repeated last one of each ring.
 *
 * @example vertexCount([[[[0, 0], [1, 0], [1, 1], [0, 0]]]]) // 4
 */
export function vertexCount(polygons: PolygonRings[]): number {
  let count = 0;
  for (const rings of polygons) for (const ring of rings) count += ring.length;
  return count;
}

/**
 * The bounding box of all rings; `undefined` without positions.
 *
 * @example boundsOf([[[[0, 0], [1, 0], [1, 1], [0, 0]]]]) // [0, 0, 1, 1]
 */
export function boundsOf(polygons: PolygonRings[]): Bounds | undefined {
  const bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (const rings of polygons) {
    for (const ring of rings) {
      for (const [x, y] of ring) {
        if (x < bounds[0]) bounds[0] = x;
        if (y < bounds[1]) bounds[1] = y;
        if (x > bounds[2]) bounds[2] = x;
        if (y > bounds[3]) bounds[3] = y;
      }
    }
  }
  return bounds[0] === Infinity ? undefined : bounds;
}
