import type { Boundary } from '../fields/boundary.ts';
import type { Field, MergeProblem } from '../fields/field.ts';
import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { Member } from './group.ts';
import type { MergedField } from './merged-field.ts';

/** Reads fields for merging, and writes MERGED fields. Writes throw `notFound` if the user has been deleted. */
export interface MergeStore {
  field(ownerId: string, svcUserId: string, fieldId: string): Promise<Field | undefined>;
  /** The fields with their active boundaries, strongly consistent, without deleted ones. */
  members(ownerId: string, svcUserId: string, fieldIds: readonly string[]): Promise<Member[]>;
  boundary(ownerId: string, svcUserId: string, fieldId: string, boundaryId: string): Promise<Boundary | undefined>;
  /** Ids of fields whose active boundary may overlap a shape; undefined if there are too many candidates. */
  near(ownerId: string, svcUserId: string, shape: MultiPolygon): Promise<string[] | undefined>;
  /**
   * Writes a MERGED field, replacing `before` if given, and its id into its sources. False if one of them has changed
   * or was deleted meanwhile, so that the group has to be computed again.
   */
  merge(ownerId: string, merged: MergedField, before: Member | undefined, sources: Member[]): Promise<boolean>;
  /** Deletes a MERGED field with its boundary. */
  remove(ownerId: string, merged: Field): Promise<void>;
  /** Removes a field from its MERGED field, and stores the reason; no effect if the field was deleted. */
  setApart(ownerId: string, field: Field, problem: MergeProblem | undefined): Promise<void>;
}
