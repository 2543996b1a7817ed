import { areaHectares } from '../geometry/area.ts';
import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { Boundary } from './boundary.ts';

/** Areas are rounded to square metres, which is finer than boundaries are surveyed. */
const areaDecimals = 4;

/** A new version of a boundary: active, with the area of its shape in hectares. */
export function newBoundary(id: string, geometry: MultiPolygon, createdTime: string): Boundary {
  const area = { value: Number(areaHectares(geometry).toFixed(areaDecimals)), unit: 'ha' as const };
  return { id, status: 'ACTIVE', geometry, area, validity: 'VALID', createdTime, updatedTime: createdTime };
}
