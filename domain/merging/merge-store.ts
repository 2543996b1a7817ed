import type { Boundary } from '../fields/boundary.ts';
import type { Field, MergeProblem } from '../fields/field.ts';
import type { Bounds, MultiPolygon } from '../geometry/multi-polygon.ts';
import type { Member } from './group.ts';
import type { MergedField } from './merged-field.ts';

/** A field that has changed, so that what it is merged with has to be looked at anew. */
export interface Seed {
  fieldId: string;
  /** A version of its boundary that has ceased to count. */
  boundaryId?: string | undefined;
  /** What it was part of when it was deleted. */
  mergedFieldId?: string | undefined;
  /** Where it was when it was deleted. */
  bounds?: Bounds | undefined;
  /** Other fields that a look has to do with: noted before it writes, so that another finds them should it be broken off. */
  related?: string[] | undefined;
}

/** Where merging finds fields, and writes what becomes of them. Writes throw `notFound` when the user has been deleted. */
export interface MergeStore {
  field(ownerId: string, svcUserId: string, fieldId: string): Promise<Field | undefined>;
  /** These fields with their active boundaries, as they are at this moment; without those that are gone. */
  members(ownerId: string, svcUserId: string, fieldIds: readonly string[]): Promise<Member[]>;
  boundary(ownerId: string, svcUserId: string, fieldId: string, boundaryId: string): Promise<Boundary | undefined>;
  /** Ids of fields whose active boundary may overlap a shape; undefined when they are too many to look at. */
  near(ownerId: string, svcUserId: string, shape: MultiPolygon): Promise<string[] | undefined>;
  /**
   * Writes a MERGED field, over `before` if there is one, and its id into its sources. False when one of them has changed or gone
   * meanwhile, so that all has to be looked at again.
   */
  merge(ownerId: string, merged: MergedField, before: Member | undefined, sources: Member[]): Promise<boolean>;
  /** Deletes a MERGED field with its boundary. */
  remove(ownerId: string, merged: Field): Promise<void>;
  /** Notes that a field is part of none, and why; one that is gone stays gone. */
  setApart(ownerId: string, field: Field, problem: MergeProblem | undefined): Promise<void>;
}
