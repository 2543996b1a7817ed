import type { Page, PageRequest } from '../paging.ts';
import type { Boundary } from './boundary.ts';
import type { Field } from './field.ts';

/** What a list of fields may be narrowed to; times are milliseconds. */
export interface FieldFilter {
  svcUserId?: string | undefined;
  id?: string | undefined;
  name?: string | undefined;
  type?: string | undefined;
  status?: string | undefined;
  farmId?: number | undefined;
  provider?: string | undefined;
  organizationId?: string | undefined;
  mergedFieldId?: string | undefined;
  providerFieldId?: string | undefined;
  providerFieldName?: string | undefined;
  beforeCreatedTime?: number | undefined;
  afterCreatedTime?: number | undefined;
  beforeUpdatedTime?: number | undefined;
  afterUpdatedTime?: number | undefined;
}

export const fieldSortFields = ['id', 'name', 'type', 'status', 'farmId', 'createdTime', 'updatedTime'] as const;

/** A field with the first version of its boundary, before it is written. */
export interface NewField {
  field: Field;
  boundary: Boundary;
}

/** Fields and boundaries, to be read. Lists carry no geometry. */
export interface FieldDirectory {
  get(ownerId: string, svcUserId: string, fieldId: string): Promise<Field | undefined>;
  list(ownerId: string, filter: FieldFilter, page: PageRequest): Promise<Page<Field>>;
  boundaries(ownerId: string, svcUserId: string, fieldId: string, page: PageRequest): Promise<Page<Boundary>>;
  boundary(ownerId: string, svcUserId: string, fieldId: string, boundaryId: string): Promise<Boundary | undefined>;
  activeBoundary(ownerId: string, svcUserId: string, fieldId: string): Promise<Boundary | undefined>;
  hasFarm(ownerId: string, svcUserId: string, farmId: number): Promise<boolean>;
}

/** Where new fields are written. */
export interface FieldWriter {
  /**
   * Writes fields, boundaries, their usage facts and their events. A field that is there already is left as it is,
   * so that the same work may be done twice. Throws `notFound` when the user has been deleted.
   */
  create(ownerId: string, created: NewField[]): Promise<void>;
}
