/** Longitude and latitude in degrees. */
export type Position = readonly [number, number];

/**
 * A geography on the sphere, whose edges are great circles. Rings are closed; the first one of a polygon is the outer
 * ring.
 */
export type Shape =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString' | 'MultiPoint'; coordinates: Position[] }
  | { type: 'Polygon' | 'MultiLineString'; coordinates: Position[][] }
  | { type: 'MultiPolygon'; coordinates: Position[][][] }
  | { type: 'GeometryCollection'; geometries: Shape[] };
