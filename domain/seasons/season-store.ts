import type { Page, PageRequest } from '../paging.ts';
import type { Season } from './season.ts';

export const seasonSortFields = ['id', 'name', 'fieldId', 'startDate', 'endDate', 'createdTime'] as const;

/** Where the seasons of fields are kept. They go with their field. */
export interface SeasonStore {
  /** Of all fields of a user, or of one. */
  list(ownerId: string, svcUserId: string, fieldId: string | undefined, page: PageRequest): Promise<Page<Season>>;
  /** Throws `notFound` when the user or the field is not there. */
  create(ownerId: string, season: Season): Promise<void>;
  /** False when there is no such season. */
  remove(ownerId: string, svcUserId: string, id: string): Promise<boolean>;
}
