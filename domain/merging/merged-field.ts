import type { Boundary } from '../fields/boundary.ts';
import type { Field } from '../fields/field.ts';
import { newBoundary } from '../fields/new-field.ts';
import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { Merge } from './plan-merges.ts';

/** A MERGED field to be written. */
export interface MergedField {
  field: Field;
  /** A new version of its boundary; absent if the shape is unchanged. */
  boundary?: Boundary | undefined;
}

/**
 * The MERGED field of a group: with the name of its largest source, and the farm that all sources share. Undefined if
 * the existing one is unchanged.
 */
export function mergedField(
  { before, sources }: Merge,
  shape: { before?: MultiPolygon | undefined; after: MultiPolygon },
  newId: () => string,
  at: string,
): MergedField | undefined {
  const sameShape = shape.before !== undefined && JSON.stringify(shape.before) === JSON.stringify(shape.after);
  const boundary = sameShape ? undefined : newBoundary(newId(), shape.after, at);
  const largest = sources.toSorted((a, b) => b.boundary.area.value - a.boundary.area.value)[0];
  const name = largest?.field.name;
  const farms = new Set(sources.map(({ field }) => field.farmId));
  const [farmId] = farms.size === 1 ? farms : [];
  const { name: _name, farmId: _farm, ...kept } = before ?? made(newId(), sources[0]?.field.svcUserId ?? '', at);
  const field: Field = {
    ...kept,
    ...(name !== undefined && { name }),
    ...(farmId !== undefined && { farmId }),
    sources: sources.map((source) => source.field.id),
    ...(boundary && { boundaries: [...kept.boundaries, boundary.id], area: boundary.area }),
  };
  if (before && !boundary && comparable(field) === comparable(before)) return undefined;
  return { field: { ...field, updatedTime: at }, boundary };
}

function made(id: string, svcUserId: string, at: string): Field {
  const times = { createdTime: at, updatedTime: at };
  return { id, svcUserId, boundaries: [], type: 'MERGED', status: 'PROCESSED', files: [], ...times };
}

function comparable({ name, farmId, sources }: Field): string {
  return JSON.stringify([name, farmId, sources]);
}
