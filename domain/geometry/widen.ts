import { type MultiPolygon, multiPolygon, type PolygonRings, type Position, type Ring } from './multi-polygon.ts';

/** A geometry of any kind as a boundary sees it: the polygons in it, and the kinds of everything else. */
export interface Widened {
  polygons: PolygonRings[];
  /** Such as `Point` or `LineString`, once for each part that is no polygon. */
  others: string[];
}

/** Thrown for something that is no GeoJSON geometry; the message completes "the geometry ...". */
export class GeometryShapeError extends Error {}

/** How deep geometry collections may stand in each other; RFC 7946 asks for none at all. */
const deepestCollection = 8;

/**
 * Gathers the polygons of a GeoJSON geometry: of a Polygon, a MultiPolygon, and of collections of those. Heights and measures go.
 *
 * @throws GeometryShapeError when it is not a geometry, or its coordinates are not nested lists of numbers.
 */
export function widenGeoJson(geometry: unknown): Widened {
  const widened: Widened = { polygons: [], others: [] };
  gather(geometry, widened, 0);
  return widened;
}

/** The polygons of a GeoJSON geometry as one MultiPolygon; `undefined` when there are none. */
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
    throw new GeometryShapeError(`has ${JSON.stringify(value)?.slice(0, 40)} in the place of a position`);
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
