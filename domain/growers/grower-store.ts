import type { Commit } from '../idempotency.ts';
import type { Page, PageRequest } from '../paging.ts';
import { type FilterOf, textFilter, userFilter } from '../parameters.ts';
import { providerFilter } from '../providers/provider-filter.ts';
import type { Grower, StoredGrower } from './grower.ts';

/** Filters of a list of growers. All match exactly. */
export const growerFilters = {
  svcUserId: userFilter,
  provider: providerFilter,
  name: textFilter.describe('Only growers with this name.'),
  providerOrganizationId: textFilter.describe('Only growers of this organization at the provider.'),
  providerCompanyId: textFilter.describe('Only growers of this company at the provider.'),
  providerGrowerId: textFilter.describe('Only growers with this id at their provider.'),
};
export type GrowerFilter = FilterOf<typeof growerFilters>;

export const growerSortFields = ['id', 'name', 'providerName', 'createdTime', 'updatedTime'] as const;

/** Stores growers. */
export interface GrowerStore {
  get(ownerId: string, svcUserId: string, id: number): Promise<Grower | undefined>;
  /** Finds a grower without its user, eventually consistent: a new grower may not be found for a moment. */
  find(ownerId: string, id: number): Promise<Grower | undefined>;
  list(ownerId: string, filter: GrowerFilter, page: PageRequest): Promise<Page<Grower>>;
  /** Creates a grower with the owner's next number. Throws `notFound` if the user does not exist. */
  create(ownerId: string, grower: Omit<StoredGrower, 'id'>, commit?: Commit<Grower>): Promise<Grower>;
  /** Edits a grower; undefined if it does not exist. */
  change(
    ownerId: string,
    svcUserId: string,
    id: number,
    edit: (grower: StoredGrower) => StoredGrower,
  ): Promise<Grower | undefined>;
}
