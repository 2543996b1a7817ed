import type { Field } from '../../../../domain/fields/field.ts';
import { type FieldFilter, fieldPlace } from '../../../../domain/fields/field-store.ts';
import type { Page, PageRequest, SortTerm } from '../../../../domain/paging.ts';
import { filteredPage } from '../filtered-page.ts';
import { indexPage } from '../index-page.ts';
import { sortedPage } from '../sorted-page.ts';
import type { Item, Table } from '../table.ts';
import { type FieldRange, fieldRange } from './field-indexes.ts';
import { fieldFromItem, type StoredField } from './field-item.ts';

const hint = 'Filter by svcUserId, farmId, name or id, or sort by one of id, name, createdTime and updatedTime alone.';

/**
 * One page of fields. An index answers one filter or order at the cost of the page; other filters are checked on what it finds, and
 * other orders are made in memory, both within limits.
 */
export async function listFields(
  fields: Table,
  ownerId: string,
  filter: FieldFilter,
  asked: PageRequest,
): Promise<Page<StoredField>> {
  const found = fieldRange(ownerId, filter, asked.sort);
  const read = (item: Item) => {
    const stored = fieldFromItem(item);
    return stored && matches(stored, filter) ? stored : undefined;
  };
  if (!isInOrder(found, asked.sort)) return inMemory(fields, found, asked, read);
  const range = { ...found.range, descending: asked.sort[0]?.descending };
  return narrows(filter, found)
    ? filteredPage(fields, range, asked, read, hint)
    : indexPage(fields, range, asked, read);
}

/** Rows are sorted by their members; what is stored beside them comes along. */
async function inMemory(
  fields: Table,
  { range }: FieldRange,
  asked: PageRequest,
  read: (item: Item) => StoredField | undefined,
): Promise<Page<StoredField>> {
  const flat = (item: Item) => {
    const stored = read(item);
    return stored && { ...stored.field, stored };
  };
  const page = await sortedPage(fields, range, asked, flat, {
    nameOf: ({ id, svcUserId }) => `${id}#${svcUserId}`,
    hint,
  });
  return { ...page, items: page.items.map(({ stored }) => stored) };
}

/** Whether a range is in the order that is asked for; where nothing is asked, its own order will do. */
function isInOrder({ order }: FieldRange, sort: SortTerm[]): boolean {
  return (
    sort.length <= order.length &&
    sort.every(({ field, descending }, place) => field === order[place] && descending === sort[0]?.descending)
  );
}

/** Whether a filter leaves out rows of its range. */
function narrows(filter: FieldFilter, { answers }: FieldRange): boolean {
  return (Object.keys(filter) as (keyof FieldFilter)[]).some(
    (name) => filter[name] !== undefined && !answers.includes(name),
  );
}

function matches({ field, active }: StoredField, filter: FieldFilter): boolean {
  const {
    beforeCreatedTime,
    afterCreatedTime,
    beforeUpdatedTime,
    afterUpdatedTime,
    provider,
    providerStatus,
    among,
    ...equal
  } = filter;
  return (
    (Object.entries(equal) as [keyof Field, unknown][]).every(
      ([name, value]) => value === undefined || field[name] === value,
    ) &&
    (among === undefined || among.has(fieldPlace(field.svcUserId, field.id))) &&
    (provider === undefined || field.providerName === provider) &&
    (providerStatus === undefined || active?.providerStatus === providerStatus) &&
    within(field.createdTime, afterCreatedTime, beforeCreatedTime) &&
    within(field.updatedTime, afterUpdatedTime, beforeUpdatedTime)
  );
}

function within(time: string, after: number | undefined, before: number | undefined): boolean {
  const milliseconds = Date.parse(time);
  return (after === undefined || milliseconds >= after) && (before === undefined || milliseconds <= before);
}
