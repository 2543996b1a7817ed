import type { PolygonRings } from '../geometry/multi-polygon.ts';
import type { SoilGeometry } from './soil-reading.ts';

/** The polygons of a sample that was taken on an area. */
export function polygonsOf(geometry: Exclude<SoilGeometry, { type: 'Point' }>): PolygonRings[] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons.map((rings) =>
    rings.map((ring) => ring.map(([longitude = 0, latitude = 0]) => [longitude, latitude])),
  );
}
