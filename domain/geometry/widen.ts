import { type MultiPolygon, multiPolygon, type PolygonRings, type Position, type Ring } from './multi-polygon.ts';

/** The polygons of a geometry of any kind, and the kinds of its other parts. */
export interface Widened {
  polygons: PolygonRings[];
  /** Kinds such as `Point` or `LineString`, one for each part that is not a polygon. */
  others: string[];
}

/** Thrown for a value that is not a GeoJSON geometry; the message completes "the geometry ...". */
export class GeometryShapeError extends Error {}

/** Maximum depth of nested geometry collections; RFC 7946 advises against any nesting. */
const deepestCollection = 8;

/**
 * Collects the polygons of a GeoJSON geometry: of a Polygon, a MultiPolygon, and collections of them. Heights and
 * measures are dropped.
 *
 * @throws GeometryShapeError if it is not a geometry, or its coordinates are not nested lists of numbers.
 * @example widenGeoJson({ type: 'Point', coordinates: [1, 2] }) // { polygons: [], others: ['Point'] }
 */
export function widenGeoJson(geometry: unknown): Widened {
  const widened: Widened = { polygons: [], others: [] };
  gather(geometry, widened, 0);
  return widened;
}

/**
 * The polygons of a GeoJSON geometry as one MultiPolygon; `undefined` if there are none.
 *
 * @example toMultiPolygon({ type: 'Polygon', coordinates: [outer] }) // { type: 'MultiPolygon', coordinates: [[outer]] }
 */
export function toMultiPolygon(geometry: unknown): MultiPolygon | undefined {
  const { polygons } = widenGeoJson(geometry);
  return polygons.length > 0 ? multiPolygon(polygons) : undefined;
}

const otherKinds = new Set(['Point', 'MultiPoint', 'LineString', 'MultiLineString']);

function gather(geometry: unknown, into: Widened, depth: number): void {
  if (geometry === null || geometry === undefined) return;
  if (typeof geometry !== 'object') throw new GeometryShapeError(`is a ${typeof geometry}, not an object`);
  const { type, coordinates, geometries } = geometry as Record<string, unknown>;
  if (type === 'Polygon') gatherPolygon(coordinates, into);
  else if (type === 'MultiPolygon')
    for (const polygon of list(coordinates, 'coordinates')) gatherPolygon(polygon, into);
  else if (type === 'GeometryCollection') {
    if (depth >= deepestCollection)
      throw new GeometryShapeError(`nests collections more than ${deepestCollection} deep`);
    for (const member of list(geometries, 'geometries')) gather(member, into, depth + 1);
  } else if (typeof type === 'string' && otherKinds.has(type)) into.others.push(type);
  else throw new GeometryShapeError(`has the type ${JSON.stringify(type)?.slice(0, 40) ?? 'undefined'}`);
}

function gatherPolygon(coordinates: unknown, into: Widened): void {
  const rings = list(coordinates, 'coordinates').map((ring): Ring => list(ring, 'a ring').map(toPosition));
  if (rings.some((ring) => ring.length > 0)) into.polygons.push(rings);
}

function toPosition(value: unknown): Position {
  if (!Array.isArray(value))
    throw new GeometryShapeError(`has ${JSON.stringify(value)?.slice(0, 40)} instead of a position`);
  const [x, y] = value;
  if (typeof x !== 'number' || typeof y !== 'number') {
    throw new GeometryShapeError(`has the position ${JSON.stringify(value).slice(0, 40)}, which is not two numbers`);
  }
  return [x, y];
}

function list(value: unknown, name: string): unknown[] {
  if (!Array.isArray(value)) throw new GeometryShapeError(`lacks ${name}`);
  return value;
}
