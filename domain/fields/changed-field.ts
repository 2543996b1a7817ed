import { Problem } from '../errors.ts';
import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import { limits, limitText } from '../limits.ts';
import { changedMembers, type Given } from '../resource-members.ts';
import type { Boundary } from './boundary.ts';
import { type Field, fieldMembers } from './field.ts';
import { newBoundary } from './new-field.ts';

/** A field with its active boundary; PREVIEW fields have none yet. */
export interface FieldWithBoundary {
  field: Field;
  boundary?: Boundary | undefined;
}

/** Changes of a field, with its checked geometry: null clears a member, undefined leaves it. */
export type FieldChanges = Omit<Given<typeof fieldMembers, 'changed'>, 'geometry'> & {
  geometry?: MultiPolygon | undefined;
};

/**
 * Applies a change to a field. A new shape becomes a new version of the boundary, and the former version stays as
 * history; an unchanged shape creates none, so the change is idempotent. Returns the given object if nothing changes.
 */
export function changedField(
  before: FieldWithBoundary,
  { geometry, ...members }: FieldChanges,
  boundaryId: string,
  at: string,
): FieldWithBoundary {
  refuseMadeByOthers(before.field);
  const boundary = geometry && !sameShape(geometry, before.boundary) && newBoundary(boundaryId, geometry, at);
  const field = changedMembers(fieldMembers, before.field, members);
  const boundaries = boundary ? { boundaries: withVersion(field, boundary.id), area: boundary.area } : {};
  if (!boundary && field === before.field) return before;
  return { field: { ...field, ...boundaries, updatedTime: at }, boundary: boundary || before.boundary };
}

/**
 * Throws for fields of a provider, which are changed there, and for merged fields, which are changed with their
 * sources: the next sync would undo a change.
 */
export function refuseMadeByOthers({ id, providerName, type }: Field): void {
  if (providerName !== undefined) {
    throw new Problem('invalid', `The field ${id} comes from ${providerName}. Change it there.`, {
      errorKey: 'providerMade',
    });
  }
  if (type === 'MERGED') {
    throw new Problem('invalid', `The field ${id} was merged from other fields. Change those instead.`, {
      errorKey: 'mergedField',
    });
  }
}

function withVersion({ id, boundaries }: Field, boundaryId: string): string[] {
  if (boundaries.length < limits.boundaryVersions) return [...boundaries, boundaryId];
  throw new Problem('conflict', `The field ${id} has ${limitText.boundaryVersions} boundary versions, the maximum.`, {
    errorKey: 'tooManyBoundaries',
  });
}

function sameShape(geometry: MultiPolygon, boundary: Boundary | undefined): boolean {
  return boundary !== undefined && JSON.stringify(geometry) === JSON.stringify(boundary.geometry);
}
