import type { StoredGrower } from '../../../../domain/growers/grower.ts';
import type { GrowerFilter } from '../../../../domain/growers/grower-store.ts';
import type { Page, PageRequest } from '../../../../domain/paging.ts';
import { groupRange, growersNamed } from '../groups.ts';
import { listNumbered } from '../lists/list-numbered.ts';
import { type Trait, traitsOf } from '../lists/traits.ts';
import type { Table } from '../table.ts';

const hint = 'Filter by svcUserId or name.';

/** One page of growers: of one user, of one name, of a provider, or of the whole owner. */
export function listGrowers(
  fields: Table,
  ownerId: string,
  filter: GrowerFilter,
  asked: PageRequest,
): Promise<Page<StoredGrower>> {
  const { svcUserId, name, provider, ...provided } = filter;
  const equal = Object.entries({ ...provided, name, providerName: provider }) as [keyof StoredGrower, unknown][];
  const wanted = equal.filter(([, value]) => value !== undefined);
  const list = {
    kind: 'grower' as const,
    svcUserId,
    group: name === undefined ? undefined : groupRange(growersNamed(ownerId, name)),
    traits: traitsOf({ ...provided, provider }),
    wants:
      wanted.length === 0 ? undefined : (grower: StoredGrower) => wanted.every(([one, value]) => grower[one] === value),
    filter,
    hint,
  };
  return listNumbered(fields, ownerId, list, asked);
}

/** The traits of a grower, which its provider sets. */
export function growerTraits(grower: StoredGrower): Trait[] {
  const { providerName, providerOrganizationId, providerCompanyId, providerGrowerId } = grower;
  return traitsOf({ provider: providerName, providerOrganizationId, providerCompanyId, providerGrowerId });
}
