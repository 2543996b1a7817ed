import type { Commit } from '../idempotency.ts';
import type { Page, PageRequest } from '../paging.ts';
import { type FilterOf, userFilter } from '../parameters.ts';
import { providerFilter } from '../providers/provider-filter.ts';
import { recordNumber } from '../record-number.ts';
import type { Farm, StoredFarm } from './farm.ts';

/** Filters of a list of farms. */
export const farmFilters = {
  svcUserId: userFilter,
  growerId: recordNumber.optional().describe('Only farms of this grower.'),
  provider: providerFilter,
};
export type FarmFilter = FilterOf<typeof farmFilters>;

export const farmSortFields = ['id', 'name', 'providerName', 'growerId', 'createdTime', 'updatedTime'] as const;

/** Stores farms. */
export interface FarmStore {
  get(ownerId: string, svcUserId: string, id: number): Promise<Farm | undefined>;
  list(ownerId: string, filter: FarmFilter, page: PageRequest): Promise<Page<Farm>>;
  /** Creates a farm with the owner's next number. Throws `notFound` if its user or its grower does not exist. */
  create(ownerId: string, farm: Omit<StoredFarm, 'id'>, commit?: Commit<Farm>): Promise<Farm>;
  /** Edits a farm; undefined if it does not exist. Throws `notFound` if its grower does not exist. */
  change(
    ownerId: string,
    svcUserId: string,
    id: number,
    edit: (farm: StoredFarm) => StoredFarm,
  ): Promise<Farm | undefined>;
}
