import type { CommitRecord } from '../idempotency.ts';
import type { Page, PageRequest } from '../paging.ts';
import type { Zone } from './zone.ts';

export const zoneSortFields = ['id'] as const;

/** Stores the zones of fields. They are deleted with their field. */
export interface ZoneStore {
  list(ownerId: string, svcUserId: string, fieldId: string, page: PageRequest): Promise<Page<Zone>>;
  /** Throws `notFound` if the user or the field does not exist. */
  create(ownerId: string, zone: Zone, commit?: CommitRecord): Promise<void>;
  /** Deletes a zone of any user and field; false if it does not exist. */
  remove(ownerId: string, id: string): Promise<boolean>;
}
