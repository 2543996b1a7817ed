import { Problem } from '../errors.ts';
import { overlapPercent } from '../fields/overlap.ts';
import { boundedOverlay } from '../geometry/bounded-overlay.ts';
import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { Overlay } from '../geometry/overlay.ts';
import { overlapsEnough } from './group.ts';

/**
 * Whether two shapes overlap by enough to be merged. Those whose outlines cross too often to find out do: it is their union that is refused
 * then, since each crossing would be one of its vertices.
 */
export function overlaps(a: MultiPolygon, b: MultiPolygon, thresholdPercent: number, overlay: Overlay): boolean {
  try {
    return overlapsEnough(overlapPercent(a, b, boundedOverlay(overlay)), thresholdPercent);
  } catch (error) {
    if (error instanceof Problem && error.errorKey === 'geometryTooComplex') return true;
    throw error;
  }
}
