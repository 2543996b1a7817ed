import type { Field } from '../../../../domain/fields/field.ts';
import type { FieldFilter } from '../../../../domain/fields/field-store.ts';
import type { Page, PageRequest } from '../../../../domain/paging.ts';
import { indexPage } from '../index-page.ts';
import type { IndexRange } from '../index-range.ts';
import { sortedPage } from '../sorted-page.ts';
import type { Item, Table } from '../table.ts';
import { fieldFromItem, userPartition } from './field-item.ts';

/** One page of fields: of one user from the user's own partition, of the whole owner from the owner's index. */
export function listFields(
  fields: Table,
  ownerId: string,
  filter: FieldFilter,
  asked: PageRequest,
): Promise<Page<Field>> {
  const range = rangeOf(ownerId, filter);
  const read = (item: Item) => {
    const field = fieldFromItem(item);
    return field && matches(field, filter) ? field : undefined;
  };
  const [first, second] = asked.sort;
  const byId = !second && (!first || first.field === 'id');
  if (byId && !narrows(filter)) return indexPage(fields, { ...range, descending: first?.descending }, asked, read);
  return sortedPage(fields, range, asked, read, {
    nameOf: ({ id, svcUserId }) => `${id}#${svcUserId}`,
    hint: 'Filter by svcUserId or id.',
  });
}

function rangeOf(ownerId: string, { svcUserId, id }: FieldFilter): IndexRange {
  const prefix = `field#${id ?? ''}`;
  if (svcUserId !== undefined) {
    return { partitionKey: 'pk', partition: userPartition(ownerId, svcUserId), sortKey: 'sk', prefix };
  }
  const suffix = id === undefined ? '' : '#';
  return {
    index: 'byOwner',
    partitionKey: 'ownerKey',
    partition: ownerId,
    sortKey: 'listKey',
    prefix: prefix + suffix,
  };
}

/** Whether a filter leaves out rows of its key range. */
function narrows({ svcUserId: _, ...filter }: FieldFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

function matches(field: Field, filter: FieldFilter): boolean {
  const { beforeCreatedTime, afterCreatedTime, beforeUpdatedTime, afterUpdatedTime, provider, ...equal } = filter;
  return (
    (Object.entries(equal) as [keyof Field, unknown][]).every(
      ([name, value]) => value === undefined || field[name] === value,
    ) &&
    (provider === undefined || field.providerName === provider) &&
    within(field.createdTime, afterCreatedTime, beforeCreatedTime) &&
    within(field.updatedTime, afterUpdatedTime, beforeUpdatedTime)
  );
}

function within(time: string, after: number | undefined, before: number | undefined): boolean {
  const milliseconds = Date.parse(time);
  return (after === undefined || milliseconds >= after) && (before === undefined || milliseconds <= before);
}
