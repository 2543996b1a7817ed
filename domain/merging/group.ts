import { Problem } from '../errors.ts';
import type { Boundary } from '../fields/boundary.ts';
import type { Field, MergeProblem } from '../fields/field.ts';
import { overlapPercent } from '../fields/overlap.ts';
import { boundedOverlay } from '../geometry/bounded-overlay.ts';
import { isTangled } from '../geometry/crossings.ts';
import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { Overlay } from '../geometry/overlay.ts';

/** Maximum fields of a group; without a limit, all adjacent fields of a county would become one. */
export const maxSources = 50;

/** A field with its active boundary, if it has one. */
export interface Member {
  field: Field;
  boundary?: Boundary | undefined;
}

/** A field that can be merged: not itself merged, valid, and with a boundary. */
export interface Source extends Member {
  boundary: Boundary;
}

/** Fields connected by overlaps; a field that overlaps no other forms a group of its own. */
export interface Group {
  sources: Source[];
  /** The reason why they cannot be merged; a group that is too large lists only its first fields. */
  problem?: MergeProblem | undefined;
}

/** Whether a field can be merged with others. A provider's shape may be too complex for an overlay. */
export function isSource(member: Member): member is Source {
  const { field, boundary } = member;
  if (field.type !== 'ORIGINAL' || field.status !== 'PROCESSED' || !boundary) return false;
  return boundary.validity === 'VALID' || !isTangled(boundary.geometry);
}

/** Whether an overlap reaches the threshold. Shapes that only touch never do. */
export function overlapsEnough(overlapPercent: number, thresholdPercent: number): boolean {
  return overlapPercent > 0 && overlapPercent >= thresholdPercent;
}

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
