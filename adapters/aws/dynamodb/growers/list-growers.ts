import type { KeptGrower } from '../../../../domain/growers/grower.ts';
import type { GrowerFilter } from '../../../../domain/growers/grower-store.ts';
import type { Page, PageRequest } from '../../../../domain/paging.ts';
import { userPartition } from '../fields/field-item.ts';
import { filteredPage } from '../filtered-page.ts';
import { groupRange, growersNamed } from '../groups.ts';
import { indexPage } from '../index-page.ts';
import type { IndexRange } from '../index-range.ts';
import { numberedName } from '../numbered-records.ts';
import { sortedPage } from '../sorted-page.ts';
import type { Item, Table } from '../table.ts';

const hint = 'Filter by svcUserId or name.';

/**
 * One page of growers: of one user from the user's own partition, of one name from its group, of the whole owner from the
 * owner's index. Other filters are checked on what these find.
 */
export function listGrowers(
  fields: Table,
  ownerId: string,
  filter: GrowerFilter,
  asked: PageRequest,
): Promise<Page<KeptGrower>> {
  const range = rangeOf(ownerId, filter);
  const read = (item: Item) => {
    const grower = item.grower as KeptGrower | undefined;
    return grower && matches(grower, filter) ? grower : undefined;
  };
  const [first, second] = asked.sort;
  if (second || (first && first.field !== 'id')) {
    return sortedPage(fields, range, asked, read, { nameOf: ({ id }) => numberedName('grower', id), hint });
  }
  const ordered = { ...range, descending: first?.descending };
  return narrows(filter) ? filteredPage(fields, ordered, asked, read, hint) : indexPage(fields, ordered, asked, read);
}

function rangeOf(ownerId: string, { svcUserId, name }: GrowerFilter): IndexRange {
  const prefix = numberedName('grower', '');
  if (svcUserId !== undefined) {
    return { partitionKey: 'pk', partition: userPartition(ownerId, svcUserId), sortKey: 'sk', prefix };
  }
  if (name !== undefined) return groupRange(growersNamed(ownerId, name));
  return { index: 'byOwner', partitionKey: 'ownerKey', partition: ownerId, sortKey: 'listKey', prefix };
}

/** Whether a filter leaves out rows of its key range. */
function narrows({ svcUserId: _, ...filter }: GrowerFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

function matches(grower: KeptGrower, { provider, ...filter }: GrowerFilter): boolean {
  const equal = Object.entries({ ...filter, providerName: provider }) as [keyof KeptGrower, unknown][];
  return equal.every(([name, value]) => value === undefined || grower[name] === value);
}
