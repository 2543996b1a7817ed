import type { Page, PageRequest } from '../paging.ts';
import { type FilterOf, textFilter, userFilter } from '../parameters.ts';
import type { Grower, KeptGrower } from './grower.ts';

/** What a list of growers may be narrowed to. All match exactly. */
export const growerFilters = {
  svcUserId: userFilter,
  provider: textFilter,
  name: textFilter,
  providerOrganizationId: textFilter,
  providerCompanyId: textFilter,
  providerGrowerId: textFilter,
};
export type GrowerFilter = FilterOf<typeof growerFilters>;

export const growerSortFields = ['id', 'name', 'providerName', 'createdTime', 'updatedTime'] as const;

/** Where growers are kept. */
export interface GrowerStore {
  get(ownerId: string, svcUserId: string, id: number): Promise<Grower | undefined>;
  /** Without knowing its user. One that was made a moment ago may not be found yet. */
  find(ownerId: string, id: number): Promise<Grower | undefined>;
  list(ownerId: string, filter: GrowerFilter, page: PageRequest): Promise<Page<Grower>>;
  /** Gives it the owner's next number. Throws `notFound` when there is no such user. */
  create(ownerId: string, grower: Omit<KeptGrower, 'id'>): Promise<Grower>;
  /** Replaces a grower by what `edit` makes of it; undefined when there is none. */
  change(
    ownerId: string,
    svcUserId: string,
    id: number,
    edit: (grower: KeptGrower) => KeptGrower,
  ): Promise<Grower | undefined>;
}
