import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { Overlay } from '../geometry/overlay.ts';
import { overlayArea } from '../geometry/overlay-area.ts';

/** Ratios are known to this: overlay moves what it cuts by the last digit of a coordinate. */
const percentDecimals = 6;

/**
 * How much of the smaller of two shapes the other covers, in percent: the larger of overlap / first area and overlap / second area.
 * So a small plot in a large field overlaps it by 100.
 */
export function overlapPercent(a: MultiPolygon, b: MultiPolygon, overlay: Overlay): number {
  const common = overlayArea(overlay.intersection(a, b));
  const smaller = Math.min(overlayArea(a), overlayArea(b));
  return smaller > 0 ? Number(((100 * common) / smaller).toFixed(percentDecimals)) : 0;
}
