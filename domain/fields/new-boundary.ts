import { areaHectares } from '../geometry/area.ts';
import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { Boundary } from './boundary.ts';

/** Square metres are more than any boundary is known to. */
const areaDecimals = 4;

/** A new version of a boundary: active, with the area of its shape. */
export function newBoundary(id: string, geometry: MultiPolygon, createdTime: string): Boundary {
  const area = { value: Number(areaHectares(geometry).toFixed(areaDecimals)), unit: 'ha' as const };
  return { id, status: 'ACTIVE', geometry, area, validity: 'VALID', createdTime, updatedTime: createdTime };
}
