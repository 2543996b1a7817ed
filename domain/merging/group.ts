import type { Boundary } from '../fields/boundary.ts';
import type { Field, MergeProblem } from '../fields/field.ts';
import { isTangled } from '../geometry/crossings.ts';

/** The most fields that become one; beyond, a county of fields that touch would chain into a single one. */
export const maxSources = 50;

/** A field as merging sees it: with the boundary that counts, should there be one. */
export interface Member {
  field: Field;
  boundary?: Boundary | undefined;
}

/** A field that can be merged: its own, whole, and with a boundary. */
export interface Source extends Member {
  boundary: Boundary;
}

/** Fields that hang together by overlapping, each with at least one other; a field that overlaps none stands alone. */
export interface Group {
  sources: Source[];
  /** Why they cannot be one; of a group that is too large only the first are named. */
  problem?: MergeProblem | undefined;
}

/** Whether a field can be merged with others. A provider's shape may be too tangled to be laid over anything. */
export function isSource(member: Member): member is Source {
  const { field, boundary } = member;
  if (field.type !== 'ORIGINAL' || field.status !== 'PROCESSED' || !boundary) return false;
  return boundary.validity === 'VALID' || !isTangled(boundary.geometry);
}

/** Whether an overlap is enough. Shapes that only touch have none, however low the threshold. */
export function overlapsEnough(overlapPercent: number, thresholdPercent: number): boolean {
  return overlapPercent > 0 && overlapPercent >= thresholdPercent;
}
