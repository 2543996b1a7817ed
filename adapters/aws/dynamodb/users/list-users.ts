import type { Page, PageRequest } from '../../../../domain/paging.ts';
import type { ServiceUser } from '../../../../domain/users/service-user.ts';
import type { UserFilter } from '../../../../domain/users/user-store.ts';
import { countOf } from '../counts/count-of.ts';
import { indexPage } from '../lists/index-page.ts';
import type { IndexRange } from '../lists/index-range.ts';
import { indexed } from '../lists/index-text.ts';
import { sortedPage } from '../lists/sorted-page.ts';
import type { Item, Table } from '../table.ts';
import { fromItem } from './user-item.ts';

/** The indexes of the users table, by the field that they sort by. */
const indexes: Record<string, { index: string; sortKey: string }> = {
  id: { index: 'byOwner', sortKey: 'sk' },
  name: { index: 'byName', sortKey: 'nameKey' },
  email: { index: 'byEmail', sortKey: 'emailKey' },
  externalId: { index: 'byExternalId', sortKey: 'externalIdKey' },
};

/** Filters, most selective first: the first given one becomes the key range, others are checked on the items found. */
const filtersBySelectivity = ['externalId', 'email', 'name'] as const;

/**
 * One page of an owner's users. An index serves a single filter, or a sort by an indexed field; other orders are sorted
 * in memory.
 */
export function listUsers(
  users: Table,
  ownerId: string,
  filter: UserFilter,
  asked: PageRequest,
): Promise<Page<ServiceUser>> {
  const selective = filtersBySelectivity.find((field) => filter[field] !== undefined);
  const range = userRange(ownerId, selective ?? 'id', selective && filter[selective]);
  const read = (item: Item) => {
    const user = fromItem(item);
    return user && matches(user, filter) ? user : undefined;
  };
  const [first, second] = asked.sort;
  const ordered = !selective && first && !second && indexes[first.field];
  const counted = selective ? undefined : countOf(users, ownerId, undefined, 'user');
  if (ordered) {
    const inOrder = { ...userRange(ownerId, first.field), descending: first.descending };
    return indexPage(users, inOrder, asked, read, counted);
  }
  if (!selective && !first) return indexPage(users, range, asked, read, counted);
  return sortedPage(users, range, asked, read, {
    nameOf: ({ id }) => id,
    hint: 'Filter by email, name or externalId, or sort by one of id, name, email and externalId alone.',
  });
}

/** An owner's users sorted by a field; only those whose field begins with `value`, if given. */
export function userRange(ownerId: string, field: string, value?: string): IndexRange {
  const { index, sortKey } = indexes[field] as { index: string; sortKey: string };
  return {
    index,
    partitionKey: 'ownerKey',
    partition: ownerId,
    sortKey,
    prefix: value === undefined ? undefined : indexed(value),
  };
}

function matches(user: ServiceUser, { email, name, externalId }: UserFilter): boolean {
  return (
    (email === undefined || user.email.toLowerCase() === email.toLowerCase()) &&
    (name === undefined || user.name === name) &&
    (externalId === undefined || user.externalId === externalId)
  );
}
