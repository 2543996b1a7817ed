import { Problem } from '../errors.ts';
import { overlapPercent } from '../fields/overlap.ts';
import { boundedOverlay } from '../geometry/bounded-overlay.ts';
import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { Overlay } from '../geometry/overlay.ts';
import { overlapsEnough } from './group.ts';

/**
 * Whether the overlap of two shapes reaches the threshold. True for outlines with too many crossings to compute it:
 * their union, which would have each crossing as a vertex, is then refused.
 */
export function overlaps(a: MultiPolygon, b: MultiPolygon, thresholdPercent: number, overlay: Overlay): boolean {
  try {
    return overlapsEnough(overlapPercent(a, b, boundedOverlay(overlay)), thresholdPercent);
  } catch (error) {
    if (error instanceof Problem && error.errorKey === 'geometryTooComplex') return true;
    throw error;
  }
}
