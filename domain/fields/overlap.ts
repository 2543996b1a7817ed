import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { Overlay } from '../geometry/overlay.ts';
import { overlayArea } from '../geometry/overlay-area.ts';

/** Precision of ratios: overlay moves intersections by the last digit of a coordinate. */
const percentDecimals = 6;

/**
 * The share of the smaller of two shapes that the other covers, in percent: the larger of overlap / first area and
 * overlap / second area. A small plot within a large field gives 100.
 *
 * @example overlapPercent(shape, shape, overlay) // 100
 */
export function overlapPercent(a: MultiPolygon, b: MultiPolygon, overlay: Overlay): number {
  const common = overlayArea(overlay.intersection(a, b));
  const smaller = Math.min(overlayArea(a), overlayArea(b));
  return smaller > 0 ? Number(((100 * common) / smaller).toFixed(percentDecimals)) : 0;
}
