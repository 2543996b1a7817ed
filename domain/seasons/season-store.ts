import type { CommitRecord } from '../idempotency.ts';
import type { Page, PageRequest } from '../paging.ts';
import type { Season } from './season.ts';

export const seasonSortFields = ['id', 'name', 'fieldId', 'startDate', 'endDate', 'createdTime'] as const;

/** Stores the seasons of fields. They are deleted with their field. */
export interface SeasonStore {
  /** A page of the seasons of all fields of a user, or of one field. */
  list(ownerId: string, svcUserId: string, fieldId: string | undefined, page: PageRequest): Promise<Page<Season>>;
  /** Throws `notFound` if the user or the field does not exist. */
  create(ownerId: string, season: Season, commit?: CommitRecord): Promise<void>;
  /** False if the season does not exist. */
  remove(ownerId: string, svcUserId: string, id: string): Promise<boolean>;
}
