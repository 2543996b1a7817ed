import * as z from 'zod';
import type { MultiPolygon } from '../geometry/multi-polygon.ts';
import type { WorkFilter } from '../operations/recorded-work.ts';
import type { Page, PageRequest } from '../paging.ts';
import { type FilterOf, instant, textFilter, userFilter, wholeNumber } from '../parameters.ts';
import type { Boundary } from './boundary.ts';
import type { FieldWithBoundary } from './changed-field.ts';
import { type Field, fieldIdSchema, fieldStatuses, fieldTypes } from './field.ts';

/** What a list of fields may be narrowed to; times are milliseconds. */
export const fieldFilters = {
  svcUserId: userFilter,
  id: fieldIdSchema.optional(),
  name: textFilter,
  type: z.enum(fieldTypes).optional(),
  status: z.enum(fieldStatuses).optional(),
  farmId: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
  provider: textFilter,
  organizationId: textFilter,
  mergedFieldId: textFilter,
  providerFieldId: textFilter,
  providerFieldName: textFilter,
  beforeCreatedTime: instant.optional(),
  afterCreatedTime: instant.optional(),
  beforeUpdatedTime: instant.optional(),
  afterUpdatedTime: instant.optional(),
  providerStatus: z.enum(['ACTIVE', 'INACTIVE']).optional(),
};

export type FieldFilter = FilterOf<typeof fieldFilters> & {
  /** Fields on which one file recorded all of this. */
  work?: WorkFilter | undefined;
  /** Users and ids of fields, as `fieldPlace` writes them. */
  among?: ReadonlySet<string> | undefined;
};

/** Tells a field from all others of its owner in one text. */
export function fieldPlace(svcUserId: string, fieldId: string): string {
  return `${svcUserId}/${fieldId}`;
}

export const fieldSortFields = ['id', 'name', 'type', 'status', 'farmId', 'createdTime', 'updatedTime'] as const;

/** A field with the first version of its boundary, before it is written. */
export interface NewField {
  field: Field;
  boundary: Boundary;
}

/** What tells a field from all others of its owner. */
export interface FieldName {
  svcUserId: string;
  fieldId: string;
}

/** Lists with more than this many bytes of shapes are cut, and go on at their cursor; answers end at 5 MB. */
export const shapeBytesInPage = 4_000_000;

/** Shapes longer than this stay out of lists of fields. */
export const maxListedShape = 40_000;

/** Fields and boundaries, to be read. */
export interface FieldDirectory {
  has(ownerId: string, svcUserId: string, fieldId: string): Promise<boolean>;
  /** With the shape of its active boundary. */
  get(ownerId: string, svcUserId: string, fieldId: string): Promise<Field | undefined>;
  /** Without shapes, or with those up to `maxListedShape`. */
  list(ownerId: string, filter: FieldFilter, page: PageRequest, shapes?: 'withShapes'): Promise<Page<Field>>;
  /** A page may hold less than it was asked for: shapes are long, see `shapeBytesInPage`. */
  boundaries(ownerId: string, svcUserId: string, fieldId: string, page: PageRequest): Promise<Page<Boundary>>;
  boundary(ownerId: string, svcUserId: string, fieldId: string, boundaryId: string): Promise<Boundary | undefined>;
  activeBoundary(ownerId: string, svcUserId: string, fieldId: string): Promise<Boundary | undefined>;
  hasFarm(ownerId: string, svcUserId: string, farmId: number): Promise<boolean>;
  /**
   * Fields whose active boundary may overlap a shape, ordered by their ids: of one user, or of all users of the owner.
   * Throws `geometryTooWide` when there are too many to look at.
   */
  near(ownerId: string, svcUserId: string | undefined, shape: MultiPolygon): Promise<FieldName[]>;
  /** These fields with their active boundaries, in their order; without those that are gone or have none. */
  withShapes(ownerId: string, names: readonly FieldName[]): Promise<NewField[]>;
}

/** Where new fields are written. */
export interface FieldWriter {
  /**
   * Writes fields, boundaries, their usage facts and their events. A field that is there already is left as it is,
   * so that the same work may be done twice. Throws `notFound` when the user has been deleted.
   */
  create(ownerId: string, created: NewField[]): Promise<void>;
}

/** Where fields are made and changed by hand. */
export interface FieldStore {
  /** Throws `conflict` when the user has a field with this id, `notFound` when the user or the farm is not there. */
  create(ownerId: string, created: NewField): Promise<void>;
  /**
   * Replaces a field by what `edit` makes of it, one edit after the other when several come at once. Undefined when there is no such
   * field; throws `notFound` when the farm is not there.
   */
  change(
    ownerId: string,
    svcUserId: string,
    fieldId: string,
    edit: (before: FieldWithBoundary) => FieldWithBoundary,
  ): Promise<FieldWithBoundary | undefined>;
  /** Deletes a field with all versions of its boundary, unless `check` throws. False when there is no such field. */
  remove(ownerId: string, svcUserId: string, fieldId: string, check: (field: Field) => void): Promise<boolean>;
}

/** Deletions that were broken off, by an error or the end of a function. */
export interface BrokenDeletions {
  /** Ends them; the number of fields that it was. */
  finishOverdue(): Promise<number>;
}
