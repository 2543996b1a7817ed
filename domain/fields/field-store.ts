import * as z from 'zod';
import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { CommitRecord } from '../idempotency.ts';
import type { WorkFilter } from '../operations/recorded-work.ts';
import type { Page, PageRequest } from '../paging.ts';
import { type FilterOf, instant, textFilter, userFilter, wholeNumber } from '../parameters.ts';
import { providerFilter } from '../providers/provider-filter.ts';
import type { Boundary } from './boundary.ts';
import type { FieldWithBoundary } from './changed-field.ts';
import { type Field, fieldIdSchema, fieldStatuses, fieldTypes } from './field.ts';

/** Filters of a list of fields; times are in milliseconds. */
export const fieldFilters = {
  svcUserId: userFilter,
  id: fieldIdSchema.optional().describe('Only the field with this id.'),
  name: textFilter.describe('Only fields with this name.'),
  type: z
    .enum(fieldTypes)
    .optional()
    .describe('`ORIGINAL`: fields as they came. `MERGED`: fields that were made of overlapping ones.'),
  status: z.enum(fieldStatuses).optional().describe('Only fields in this state.'),
  farmId: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional().describe('Only fields of this farm.'),
  provider: providerFilter,
  organizationId: textFilter.describe('Only fields of this organization at the provider.'),
  mergedFieldId: textFilter.describe('Only fields that are part of this MERGED field.'),
  providerFieldId: textFilter.describe('Only fields with this id at their provider.'),
  providerFieldName: textFilter.describe('Only fields with this name at their provider.'),
  beforeCreatedTime: instant.optional().describe('Only fields that were created before this moment.'),
  afterCreatedTime: instant.optional().describe('Only fields that were created after this moment.'),
  beforeUpdatedTime: instant.optional().describe('Only fields that last changed before this moment.'),
  afterUpdatedTime: instant.optional().describe('Only fields that last changed after this moment.'),
  providerStatus: z
    .enum(['ACTIVE', 'INACTIVE'])
    .optional()
    .describe('Only fields whose active boundary has this status at the provider.'),
};

export type FieldFilter = FilterOf<typeof fieldFilters> & {
  /** Fields on which one file recorded work that meets all of these conditions. */
  work?: WorkFilter | undefined;
};

export const fieldSortFields = ['id', 'name', 'type', 'status', 'farmId', 'createdTime', 'updatedTime'] as const;

/** A field with the first version of its boundary. */
export interface NewField {
  field: Field;
  boundary: Boundary;
}

/** Identifies a field among all fields of its owner. */
export interface FieldName {
  svcUserId: string;
  fieldId: string;
}

/** Reads fields and boundaries. */
export interface FieldDirectory {
  has(ownerId: string, svcUserId: string, fieldId: string): Promise<boolean>;
  /** A field with the shape of its active boundary. */
  get(ownerId: string, svcUserId: string, fieldId: string): Promise<Field | undefined>;
  /** A page of fields without shapes, or with shapes up to `limits.listedShapeBytes`. */
  list(ownerId: string, filter: FieldFilter, page: PageRequest, shapes?: 'withShapes'): Promise<Page<Field>>;
  /** A page of boundaries, which may hold fewer than requested, see `limits.pageShapeBytes`. */
  boundaries(ownerId: string, svcUserId: string, fieldId: string, page: PageRequest): Promise<Page<Boundary>>;
  boundary(ownerId: string, svcUserId: string, fieldId: string, boundaryId: string): Promise<Boundary | undefined>;
  activeBoundary(ownerId: string, svcUserId: string, fieldId: string): Promise<Boundary | undefined>;
  hasFarm(ownerId: string, svcUserId: string, farmId: number): Promise<boolean>;
  /**
   * Fields whose active boundary may overlap a shape, ordered by id: of one user, or of all users of the owner. Throws
   * `geometryTooWide` if there are too many candidates.
   */
  near(ownerId: string, svcUserId: string | undefined, shape: MultiPolygon): Promise<FieldName[]>;
  /**
   * The named fields with their active boundaries, in the order of the names; deleted fields and fields without
   * boundary are left out.
   */
  withShapes(ownerId: string, names: readonly FieldName[]): Promise<NewField[]>;
}

/** Writes new fields. */
export interface FieldWriter {
  /**
   * Writes fields with their boundaries, usage facts and events. Idempotent: existing fields do not change. Throws
   * `notFound` if the user has been deleted.
   */
  create(ownerId: string, created: NewField[]): Promise<void>;
}

/** Creates, changes and deletes fields for requests. */
export interface FieldStore {
  /** Throws `conflict` if the user has a field with this id, `notFound` if the user or the farm does not exist. */
  create(ownerId: string, created: NewField, commit?: CommitRecord): Promise<void>;
  /**
   * Edits a field; concurrent edits are applied one after the other. Undefined if the field does not exist; throws
   * `notFound` if the farm does not exist.
   */
  change(
    ownerId: string,
    svcUserId: string,
    fieldId: string,
    edit: (before: FieldWithBoundary) => FieldWithBoundary,
  ): Promise<FieldWithBoundary | undefined>;
  /** Deletes a field with all versions of its boundary, unless `check` throws. False if the field does not exist. */
  remove(ownerId: string, svcUserId: string, fieldId: string, check: (field: Field) => void): Promise<boolean>;
}

/** Deletions that an error or the end of a function interrupted. */
export interface BrokenDeletions {
  /** Completes them; returns the number of fields. */
  finishOverdue(): Promise<number>;
}
