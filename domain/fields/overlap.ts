import { areaHectares } from '../geometry/area.ts';
import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { Overlay } from '../geometry/overlay.ts';

/**
 * How much of the smaller of two shapes the other covers, in percent: the larger of overlap / first area and overlap / second area.
 * So a small plot in a large field overlaps it by 100.
 */
export function overlapPercent(a: MultiPolygon, b: MultiPolygon, overlay: Overlay): number {
  const common = areaHectares(overlay.intersection(a, b));
  const smaller = Math.min(areaHectares(a), areaHectares(b));
  return smaller > 0 ? (100 * common) / smaller : 0;
}
