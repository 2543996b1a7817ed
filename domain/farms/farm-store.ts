import type { Page, PageRequest } from '../paging.ts';
import { type FilterOf, textFilter, userFilter } from '../parameters.ts';
import { recordNumber } from '../record-number.ts';
import type { Farm, KeptFarm } from './farm.ts';

/** What a list of farms may be narrowed to. */
export const farmFilters = {
  svcUserId: userFilter,
  growerId: recordNumber.optional(),
  provider: textFilter,
};
export type FarmFilter = FilterOf<typeof farmFilters>;

export const farmSortFields = ['id', 'name', 'providerName', 'growerId', 'createdTime', 'updatedTime'] as const;

/** Where farms are kept. */
export interface FarmStore {
  get(ownerId: string, svcUserId: string, id: number): Promise<Farm | undefined>;
  list(ownerId: string, filter: FarmFilter, page: PageRequest): Promise<Page<Farm>>;
  /** Gives it the owner's next number. Throws `notFound` when the user, or the grower it names, is not there. */
  create(ownerId: string, farm: Omit<KeptFarm, 'id'>): Promise<Farm>;
  /** Replaces a farm by what `edit` makes of it; undefined when there is none. Throws `notFound` as `create`. */
  change(ownerId: string, svcUserId: string, id: number, edit: (farm: KeptFarm) => KeptFarm): Promise<Farm | undefined>;
}
