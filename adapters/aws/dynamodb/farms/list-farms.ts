import type { StoredFarm } from '../../../../domain/farms/farm.ts';
import type { FarmFilter } from '../../../../domain/farms/farm-store.ts';
import type { Page, PageRequest } from '../../../../domain/paging.ts';
import { farmsOf, groupRange } from '../groups.ts';
import { listNumbered } from '../lists/list-numbered.ts';
import { type Trait, traitsOf } from '../lists/traits.ts';
import type { Table } from '../table.ts';

const hint = 'Filter by growerId or svcUserId.';

/** One page of farms: of one grower, of one user, of a provider, or of the whole owner. */
export function listFarms(
  fields: Table,
  ownerId: string,
  filter: FarmFilter,
  asked: PageRequest,
): Promise<Page<StoredFarm>> {
  const { svcUserId, growerId, provider } = filter;
  const isWhole = growerId === undefined && provider === undefined;
  const list = {
    kind: 'farm' as const,
    svcUserId,
    group: growerId === undefined ? undefined : groupRange(farmsOf(ownerId, growerId)),
    traits: traitsOf({ provider }),
    wants: isWhole ? undefined : (farm: StoredFarm) => matches(farm, filter),
    filter,
    hint,
  };
  return listNumbered(fields, ownerId, list, asked);
}

/** The traits of a farm, which its provider sets. */
export function farmTraits({ providerName }: StoredFarm): Trait[] {
  return traitsOf({ provider: providerName });
}

function matches(farm: StoredFarm, { svcUserId, growerId, provider }: FarmFilter): boolean {
  return (
    (svcUserId === undefined || farm.svcUserId === svcUserId) &&
    (growerId === undefined || farm.growerId === growerId) &&
    (provider === undefined || farm.providerName === provider)
  );
}
