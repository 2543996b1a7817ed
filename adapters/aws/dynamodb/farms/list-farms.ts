import type { KeptFarm } from '../../../../domain/farms/farm.ts';
import type { FarmFilter } from '../../../../domain/farms/farm-store.ts';
import type { Page, PageRequest } from '../../../../domain/paging.ts';
import { userPartition } from '../fields/field-item.ts';
import { filteredPage } from '../filtered-page.ts';
import { farmsOf, groupRange } from '../groups.ts';
import { indexPage } from '../index-page.ts';
import type { IndexRange } from '../index-range.ts';
import { numberedName } from '../numbered-records.ts';
import { sortedPage } from '../sorted-page.ts';
import type { Item, Table } from '../table.ts';

const hint = 'Filter by growerId or svcUserId.';

/** One page of farms: of one grower from its group, of one user from the user's own partition, of the whole owner from the owner's index. */
export function listFarms(
  fields: Table,
  ownerId: string,
  filter: FarmFilter,
  asked: PageRequest,
): Promise<Page<KeptFarm>> {
  const range = rangeOf(ownerId, filter);
  const read = (item: Item) => {
    const farm = item.farm as KeptFarm | undefined;
    return farm && matches(farm, filter) ? farm : undefined;
  };
  const [first, second] = asked.sort;
  if (second || (first && first.field !== 'id')) {
    return sortedPage(fields, range, asked, read, { nameOf: ({ id }) => numberedName('farm', id), hint });
  }
  const ordered = { ...range, descending: first?.descending };
  return narrows(filter) ? filteredPage(fields, ordered, asked, read, hint) : indexPage(fields, ordered, asked, read);
}

function rangeOf(ownerId: string, { svcUserId, growerId }: FarmFilter): IndexRange {
  if (growerId !== undefined) return groupRange(farmsOf(ownerId, growerId));
  const prefix = numberedName('farm', '');
  if (svcUserId !== undefined) {
    return { partitionKey: 'pk', partition: userPartition(ownerId, svcUserId), sortKey: 'sk', prefix };
  }
  return { index: 'byOwner', partitionKey: 'ownerKey', partition: ownerId, sortKey: 'listKey', prefix };
}

/** Whether a filter leaves out rows of its key range. */
function narrows({ svcUserId, growerId, provider }: FarmFilter): boolean {
  return provider !== undefined || (growerId !== undefined && svcUserId !== undefined);
}

function matches(farm: KeptFarm, { svcUserId, growerId, provider }: FarmFilter): boolean {
  return (
    (svcUserId === undefined || farm.svcUserId === svcUserId) &&
    (growerId === undefined || farm.growerId === growerId) &&
    (provider === undefined || farm.providerName === provider)
  );
}
