import { Problem } from '../errors.ts';
import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { Boundary } from './boundary.ts';
import type { Field } from './field.ts';
import { newBoundary } from './new-boundary.ts';

/** A field with the version of its boundary that counts; PREVIEW fields have none yet. */
export interface FieldWithBoundary {
  field: Field;
  boundary?: Boundary | undefined;
}

/** What changes: null clears, undefined leaves. */
export interface FieldChanges {
  name?: string | null | undefined;
  farmId?: number | null | undefined;
  geometry?: MultiPolygon | undefined;
}

/** Ids of all versions stand in the field, and an item of DynamoDB ends at 400 kB. */
export const maxVersions = 1_000;

/**
 * A field after a change by hand. A new shape becomes a new version of the boundary, and the old one stays as history; the shape that
 * it already has makes none, so that sending a change twice changes nothing. Returns what it was given when nothing changes.
 */
export function changedField(
  before: FieldWithBoundary,
  { geometry, ...members }: FieldChanges,
  boundaryId: string,
  at: string,
): FieldWithBoundary {
  refuseMadeByOthers(before.field);
  const boundary = geometry && !sameShape(geometry, before.boundary) && newBoundary(boundaryId, geometry, at);
  const field = merged(before.field, members);
  const boundaries = boundary ? { boundaries: withVersion(field, boundary.id), area: boundary.area } : {};
  if (!boundary && sameMembers(field, before.field)) return before;
  return { field: { ...field, ...boundaries, updatedTime: at }, boundary: boundary || before.boundary };
}

/** Fields of a provider change there, merged ones with their sources: a change here would be lost at the next sync. */
export function refuseMadeByOthers({ id, providerName, type }: Field): void {
  if (providerName !== undefined) {
    throw new Problem('invalid', `The field ${id} comes from ${providerName}. Change it there.`, {
      errorKey: 'providerMade',
    });
  }
  if (type === 'MERGED') {
    throw new Problem('invalid', `The field ${id} was merged from others. Change those.`, { errorKey: 'mergedField' });
  }
}

function merged(field: Field, changes: Omit<FieldChanges, 'geometry'>): Field {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const members = Object.entries({ ...field, ...Object.fromEntries(given) });
  return Object.fromEntries(members.filter(([, value]) => value !== null)) as Field;
}

function withVersion({ id, boundaries }: Field, boundaryId: string): string[] {
  if (boundaries.length < maxVersions) return [...boundaries, boundaryId];
  throw new Problem('conflict', `The field ${id} has ${maxVersions} versions of its boundary, which is the most.`, {
    errorKey: 'tooManyBoundaries',
  });
}

function sameShape(geometry: MultiPolygon, boundary: Boundary | undefined): boolean {
  return boundary !== undefined && JSON.stringify(geometry) === JSON.stringify(boundary.geometry);
}

function sameMembers(a: Field, b: Field): boolean {
  return a.name === b.name && a.farmId === b.farmId;
}
