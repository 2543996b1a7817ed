import { fail } from '../fault.ts';
import { boundsOf } from './antimeridian/bounds.ts';
import { closestPoint, distance, isNear, maxDistance } from './between.ts';
import { faultOf } from './check.ts';
import { fromGeoJson, toGeoJson } from './geojson.ts';
import { circle, convexHull, makeLine, makePolygon, snapToGrid } from './make.ts';
import { areaOf, centroidOf, lengthOf, perimeterOf } from './measure.ts';
import type { ShapeOverlay } from './overlay/overlay.ts';
import { allPositions, dimension, isEmpty, partsOf } from './parts.ts';
import { contains, covers, equals, intersects, touches } from './relate.ts';
import type { Position, Shape } from './shape.ts';
import { cross, dot, toVector } from './sphere.ts';
import { fromWkb, toWkb } from './wkb.ts';
import { fromWkt, toWkt } from './wkt.ts';

export type RuntimeKind = 'GEOGRAPHY' | 'GEOGRAPHIES' | 'FLOAT64' | 'INT64' | 'STRING' | 'BOOL' | 'BYTES';
export type RuntimeValue = Shape | readonly Shape[] | number | bigint | string | boolean | Uint8Array | undefined;

/**
 * A function on geographies that engines without their own call, and that the compiler applies to constants. NULL for
 * NULL.
 */
export interface RuntimeFunction {
  takes: readonly RuntimeKind[];
  gives: RuntimeKind;
  /** Undefined means NULL. */
  run(args: readonly RuntimeValue[], overlay: ShapeOverlay): RuntimeValue;
  /** Whether it needs an engine for overlays. */
  overlays?: boolean;
}

type One = (shape: Shape) => RuntimeValue;
type Two = (a: Shape, b: Shape) => RuntimeValue;
const one = (gives: RuntimeKind, of: One): RuntimeFunction => ({
  takes: ['GEOGRAPHY'],
  gives,
  run: ([shape]) => of(shape as Shape),
});
const two = (gives: RuntimeKind, of: Two): RuntimeFunction => ({
  takes: ['GEOGRAPHY', 'GEOGRAPHY'],
  gives,
  run: ([a, b]) => of(a as Shape, b as Shape),
});
const laid = (of: (overlay: ShapeOverlay, a: Shape, b: Shape) => Shape): RuntimeFunction => ({
  takes: ['GEOGRAPHY', 'GEOGRAPHY'],
  gives: 'GEOGRAPHY',
  overlays: true,
  run: ([a, b], overlay) => of(overlay, a as Shape, b as Shape),
});
const read = (takes: RuntimeKind, what: string, of: (value: never) => Shape | undefined): RuntimeFunction => ({
  takes: [takes],
  gives: 'GEOGRAPHY',
  run: ([value]) => checked(of(value as never), what),
});

/** @throws Fault `invalid_geography`; the caller adds the position. */
export function checked(shape: Shape | undefined, what: string): Shape {
  if (!shape) fail('invalid_geography', 0, `The text is not valid ${what}.`);
  const fault = faultOf(shape);
  return fault ? fail('invalid_geography', 0, `The geography is not valid: ${fault}.`) : shape;
}

const nothing: Shape = { type: 'GeometryCollection', geometries: [] };
const line = (shape: Shape): Position[] | undefined => (shape.type === 'LineString' ? shape.coordinates : undefined);
const point = (coordinates: Position | undefined): Shape | undefined => coordinates && { type: 'Point', coordinates };
const isClosed = (shape: Shape): boolean => {
  const { points, lines, polygons } = partsOf(shape);
  if (points.length + lines.length + polygons.length === 0) return false;
  return lines.every((own) => own[0]?.[0] === own.at(-1)?.[0] && own[0]?.[1] === own.at(-1)?.[1]);
};

export const runtimeFunctions: Readonly<Record<string, RuntimeFunction>> = {
  area: one('FLOAT64', areaOf),
  length: one('FLOAT64', lengthOf),
  perimeter: one('FLOAT64', perimeterOf),
  centroid: one('GEOGRAPHY', centroidOf),
  convex_hull: one('GEOGRAPHY', convexHull),
  // As in BigQuery, an empty geography has no kind.
  as_text: one('STRING', (shape) => toWkt(isEmpty(partsOf(shape)) ? nothing : shape)),
  as_geojson: one('STRING', toGeoJson),
  as_binary: one('BYTES', toWkb),
  dimension: one('INT64', (shape) => BigInt(dimension(partsOf(shape)))),
  num_points: one('INT64', (shape) => BigInt(allPositions(partsOf(shape)).length)),
  num_geometries: one('INT64', (shape) => {
    const { points, lines, polygons } = partsOf(shape);
    return BigInt(points.length + lines.length + polygons.length);
  }),
  is_empty: one('BOOL', (shape) => isEmpty(partsOf(shape))),
  is_closed: one('BOOL', isClosed),
  is_ring: one(
    'BOOL',
    (shape) =>
      shape.type === 'LineString' &&
      isClosed(shape) &&
      new Set(shape.coordinates.slice(1).map(String)).size === shape.coordinates.length - 1,
  ),
  is_collection: one('BOOL', (shape) => {
    const { points, lines, polygons } = partsOf(shape);
    return points.length + lines.length + polygons.length > 1;
  }),
  geometry_type: one('STRING', (shape) => `ST_${shape.type}`),
  start_point: one('GEOGRAPHY', (shape) => point(line(shape)?.[0])),
  end_point: one('GEOGRAPHY', (shape) => point(line(shape)?.at(-1))),
  point_n: {
    takes: ['GEOGRAPHY', 'INT64'],
    gives: 'GEOGRAPHY',
    run: ([shape, n]) => point(line(shape as Shape)?.at(Number(n) < 0 ? Number(n) : Number(n) - 1)),
  },
  boundary: one('GEOGRAPHY', (shape) => {
    const rings = partsOf(shape).polygons.flat();
    return rings.length === 1 && rings[0]
      ? { type: 'LineString', coordinates: rings[0] }
      : { type: 'MultiLineString', coordinates: rings };
  }),
  xmin: one('FLOAT64', (shape) => boundsOf(shape)?.[0]),
  ymin: one('FLOAT64', (shape) => boundsOf(shape)?.[1]),
  xmax: one('FLOAT64', (shape) => boundsOf(shape)?.[2]),
  ymax: one('FLOAT64', (shape) => boundsOf(shape)?.[3]),
  from_text: read('STRING', 'WKT', fromWkt),
  from_geojson: read('STRING', 'GeoJSON geometry', fromGeoJson),
  from_wkb: read('BYTES', 'WKB', fromWkb),
  distance: two('FLOAT64', distance),
  max_distance: two('FLOAT64', maxDistance),
  is_near: {
    takes: ['GEOGRAPHY', 'GEOGRAPHY', 'FLOAT64'],
    gives: 'BOOL',
    run: ([a, b, metres]) => isNear(a as Shape, b as Shape, metres as number),
  },
  intersects: two('BOOL', intersects),
  contains: two('BOOL', contains),
  covers: two('BOOL', covers),
  touches: two('BOOL', touches),
  equals: two('BOOL', equals),
  closest_point: two('GEOGRAPHY', closestPoint),
  azimuth: two('FLOAT64', azimuth),
  make_line: { takes: ['GEOGRAPHIES'], gives: 'GEOGRAPHY', run: ([shapes]) => makeLine(shapes as Shape[]) },
  make_polygon: one(
    'GEOGRAPHY',
    (shape) => makePolygon(shape) ?? fail('invalid_geography', 0, 'A polygon needs a line of at least three vertices.'),
  ),
  snap_to_grid: {
    takes: ['GEOGRAPHY', 'FLOAT64'],
    gives: 'GEOGRAPHY',
    run: ([shape, size]) => snapToGrid(shape as Shape, size as number),
  },
  buffer: {
    takes: ['GEOGRAPHY', 'FLOAT64', 'FLOAT64'],
    gives: 'GEOGRAPHY',
    run: ([shape, metres, segments]) => buffered(shape as Shape, metres as number, segments as number),
  },
  union: laid((overlay, a, b) => overlay.union([a, b])),
  union_all: {
    takes: ['GEOGRAPHIES'],
    gives: 'GEOGRAPHY',
    overlays: true,
    run: ([shapes], overlay) => overlay.union(shapes as Shape[]),
  },
  centroid_all: {
    takes: ['GEOGRAPHIES'],
    gives: 'GEOGRAPHY',
    run: ([shapes]) => centroidOf({ type: 'GeometryCollection', geometries: [...(shapes as Shape[])] }),
  },
  intersection: laid((overlay, a, b) => overlay.intersection(a, b)),
  simplify: {
    takes: ['GEOGRAPHY', 'FLOAT64'],
    gives: 'GEOGRAPHY',
    overlays: true,
    run: ([shape, degrees], overlay) => overlay.simplify(shape as Shape, degrees as number),
  },
  difference: laid((overlay, a, b) => overlay.difference(a, b)),
};

function buffered(shape: Shape, metres: number, segments: number): Shape {
  if (shape.type !== 'Point') fail('unsupported_function', 0, 'ST_BUFFER takes a point.');
  if (!(segments >= 1 && segments <= 256))
    fail('invalid_query', 0, 'ST_BUFFER takes from 1 to 256 segments for a quarter of a circle.');
  if (!(metres > 0 && metres < 1e6)) fail('invalid_query', 0, 'ST_BUFFER takes a distance above 0 and below 1,000 km.');
  return circle(shape.coordinates, metres, Math.floor(segments));
}

/** Radians from north, clockwise. */
function azimuth(a: Shape, b: Shape): number | undefined {
  if (a.type !== 'Point' || b.type !== 'Point') return undefined;
  const [from, to] = [toVector(a.coordinates), toVector(b.coordinates)];
  const east = cross([0, 0, 1], from);
  const north = cross(from, east);
  const turn = Math.atan2(dot(to, east), dot(to, north));
  return a.coordinates[0] === b.coordinates[0] && a.coordinates[1] === b.coordinates[1]
    ? undefined
    : (turn + 2 * Math.PI) % (2 * Math.PI);
}
