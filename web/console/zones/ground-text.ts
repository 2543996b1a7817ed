import type { Ground } from '../numbers/work.ts';

/**
 * Ground in a text: GeoJSON (a polygon, a multipolygon, or a feature with one) or a WKT polygon.
 *
 * @throws Error with a sentence on what is wrong with the text.
 */
export function groundIn(text: string): Ground {
  const trimmed = text.trim();
  return trimmed.startsWith('{') ? ofGeojson(trimmed) : ofWkt(trimmed);
}

const expected = 'Enter a Polygon as GeoJSON, or as WKT: POLYGON((longitude latitude, …)).';

function ofGeojson(text: string): Ground {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Error('This is not JSON.');
  }
  const shape = shapeIn(found);
  if (!shape) throw new Error(expected);
  const polygons = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates;
  if (!Array.isArray(polygons) || polygons.length === 0) throw new Error(expected);
  for (const rings of polygons) for (const ring of rings) checkRing(ring);
  return shape;
}

function shapeIn(value: unknown): Ground | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, geometry, features } = value as { type?: unknown; geometry?: unknown; features?: unknown };
  if (type === 'Polygon' || type === 'MultiPolygon') return value as Ground;
  if (type === 'Feature') return shapeIn(geometry);
  return type === 'FeatureCollection' && Array.isArray(features) && features.length === 1
    ? shapeIn(features[0])
    : undefined;
}

function ofWkt(text: string): Ground {
  const inner = /^POLYGON\s*\(([^a-z]*)\)$/i.exec(text)?.[1];
  if (inner === undefined) throw new Error(expected);
  const rings = inner.split(/\)\s*,/).map((ring) =>
    ring
      .replace(/[()]/g, '')
      .split(',')
      .map((position) => position.trim().split(/\s+/).map(Number)),
  );
  for (const ring of rings) checkRing(ring);
  return { type: 'Polygon', coordinates: rings };
}

function checkRing(ring: unknown): void {
  const isPosition = (one: unknown) =>
    Array.isArray(one) &&
    one.length >= 2 &&
    Number.isFinite(one[0]) &&
    Number.isFinite(one[1]) &&
    Math.abs(one[0]) <= 180 &&
    Math.abs(one[1]) <= 90;
  if (!Array.isArray(ring) || !ring.every(isPosition))
    throw new Error('A position is a longitude and a latitude in degrees.');
  const [first, last] = [ring[0], ring.at(-1)];
  if (ring.length < 4 || first[0] !== last[0] || first[1] !== last[1]) {
    throw new Error('A ring has at least four positions, and ends where it begins.');
  }
}
