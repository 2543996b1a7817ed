import type { Shape } from './shape.ts';

const depths: Record<string, number> = {
  Point: 0,
  LineString: 1,
  MultiPoint: 1,
  Polygon: 2,
  MultiLineString: 2,
  MultiPolygon: 3,
};

/** Parses a GeoJSON geometry; `undefined` if it is invalid. */
export function fromGeoJson(text: string): Shape | undefined {
  try {
    return read(JSON.parse(text), 0);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function read(value: unknown, level: number): Shape | undefined {
  if (typeof value !== 'object' || value === null || level > 16) return undefined;
  const { type, coordinates, geometries } = value as { type?: unknown; coordinates?: unknown; geometries?: unknown };
  if (type === 'GeometryCollection' && Array.isArray(geometries)) {
    const all = geometries.map((geometry) => read(geometry, level + 1));
    return all.every((shape) => shape !== undefined) ? { type, geometries: all } : undefined;
  }
  if (typeof type !== 'string' || !Object.hasOwn(depths, type)) return undefined;
  const taken = positions(coordinates, depths[type] ?? 0);
  return taken === undefined ? undefined : ({ type, coordinates: taken } as Shape);
}

function positions(value: unknown, depth: number): unknown {
  if (!Array.isArray(value)) return undefined;
  if (depth === 0) {
    const [longitude, latitude] = value as unknown[];
    return typeof longitude === 'number' && typeof latitude === 'number' ? [longitude, latitude] : undefined;
  }
  const all = value.map((one) => positions(one, depth - 1));
  return all.includes(undefined) ? undefined : all;
}

export const toGeoJson = (shape: Shape): string => JSON.stringify(shape);
