import type { Page, PageRequest } from '../paging.ts';
import type { Zone } from './zone.ts';

export const zoneSortFields = ['id'] as const;

/** Where the zones of fields are kept. They go with their field. */
export interface ZoneStore {
  list(ownerId: string, svcUserId: string, fieldId: string, page: PageRequest): Promise<Page<Zone>>;
  /** Throws `notFound` when the user or the field is not there. */
  create(ownerId: string, zone: Zone): Promise<void>;
  /** Of whatever user and field; false when there is no such zone. */
  remove(ownerId: string, id: string): Promise<boolean>;
}
