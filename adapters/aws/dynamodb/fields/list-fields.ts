import type { FieldFilter } from '../../../../domain/fields/field-store.ts';
import type { Page, PageRequest, SortTerm } from '../../../../domain/paging.ts';
import { isCursorOf } from '../../../cursor.ts';
import { countOf } from '../counts/count-of.ts';
import { countKeys } from '../index-range.ts';
import { isAtMost, memoryPage } from '../lists/memory-page.ts';
import { rangeStream } from '../lists/row-stream.ts';
import { type PageLimits, pageLimits, type StreamedList, streamPage } from '../lists/stream-page.ts';
import type { Item, Table } from '../table.ts';
import { matches } from './field-filter.ts';
import { type FieldRange, fieldRange } from './field-indexes.ts';
import { fieldFromItem, fieldPrefix, type StoredField } from './field-item.ts';
import { fieldIdAt, fieldStreams } from './field-streams.ts';
import { traitsAsked } from './field-traits.ts';

const hint = 'Narrow the list by svcUserId, farmId, name or a span of time, or sort it by id.';

/** As many rows of a span of time, or of a filter, are read in any order. */
const fewRows = 1_000;

type FieldList = StreamedList<StoredField>;

/**
 * One page of fields. Filters that have an index are laid over one another in the order of ids; spans of time and orders have indexes of
 * their own, in which the other filters are checked on what is read. Other orders are made in memory, within limits.
 */
export async function listFields(
  fields: Table,
  ownerId: string,
  filter: FieldFilter,
  asked: PageRequest,
  limits: PageLimits = pageLimits,
): Promise<Page<StoredField>> {
  const found = fieldRange(ownerId, filter, asked.sort);
  const ranged = rangedList(fields, ownerId, filter, found, asked);
  const isOrdered = isInOrder(found, asked.sort);
  const sorted = (list: FieldList) => memoryPage(list, memberwise, asked, nameOf);
  if (!isLaidOver(ownerId, filter, asked)) return isOrdered ? streamPage(ranged, asked, limits) : sorted(ranged);

  const laid = await laidOverList(fields, ownerId, filter, asked);
  if (asked.sort.every(({ field }) => field === 'id')) {
    const isShort = isTimed(found) && (await isShortOf(fields, found, ranged, laid, asked));
    return streamPage(isShort ? ranged : laid, asked, limits);
  }
  if (!isOrdered) return sorted(laid);
  // One in a hundred rows is found quickly in the order that is asked for; fewer are sorted quickly.
  const few = Math.min(
    limits.rows,
    Math.max(fewRows, (await countOf(fields, ownerId, filter.svcUserId, 'field')) / 100),
  );
  const isDense = asked.cursor === undefined ? !(await isAtMost(laid, few)) : isCursorOf(ranged.name, asked.cursor);
  return isDense ? streamPage(ranged, asked, limits) : sorted(laid);
}

/** Rows as they are sorted: by their members. */
const memberwise = ({ field }: StoredField) => field;
const nameOf = ({ field: { id, svcUserId } }: StoredField) => `${id}#${svcUserId}`;

/** Whether the filter has parts that are found by laying indexes over one another. */
function isLaidOver(ownerId: string, filter: FieldFilter, { indexed }: PageRequest): boolean {
  if (filter.id !== undefined || !indexed) return false;
  return filter.among !== undefined || filter.mergedFieldId !== undefined || traitsAsked(ownerId, filter).length > 0;
}

/** A list in the order of one range. */
function rangedList(
  fields: Table,
  ownerId: string,
  filter: FieldFilter,
  found: FieldRange,
  asked: PageRequest,
): FieldList {
  const descending = asked.sort[0]?.descending ?? false;
  const range = { ...found.range, descending };
  return {
    ...listOf(fields, ownerId, filter),
    name: [fields.name, 'ranged', ownerId, { ...filter, among: undefined }, range],
    open: (budget, first) => rangeStream(fields, range, { budget, first }),
    keyOf: range.index === undefined ? undefined : ({ row: { pk, sk } }) => ({ pk, sk }),
    ...(isWhole(filter) && asked.indexed && { total: () => countOf(fields, ownerId, filter.svcUserId, 'field') }),
  };
}

/** A list in the order of ids, of what all indexes have that the filter names. */
async function laidOverList(
  fields: Table,
  ownerId: string,
  filter: FieldFilter,
  { sort }: PageRequest,
): Promise<FieldList> {
  const descending = (sort[0]?.field === 'id' && sort[0].descending) || false;
  const open = await fieldStreams(fields, ownerId, filter, descending);
  return {
    ...listOf(fields, ownerId, filter),
    name: [fields.name, 'laid', ownerId, { ...filter, among: undefined }, sort, descending],
    open: (budget, first) => open({ budget, first }),
    keyOf: ({ at, row }) => ({ pk: row.pk, sk: fieldPrefix + fieldIdAt(at) }),
  };
}

/** Whether a list has all fields of the owner, or of one user. */
function isWhole(filter: FieldFilter): boolean {
  return Object.entries(filter).every(([name, value]) => value === undefined || name === 'svcUserId');
}

function listOf(fields: Table, ownerId: string, filter: FieldFilter) {
  return {
    table: fields,
    read: (item: Item) => {
      const stored = fieldFromItem(item);
      return stored && matches(stored, filter) ? stored : undefined;
    },
    userOf: ({ row }: { row: Item }) => String(row.pk).slice(ownerId.length + 1),
    userIn: ({ field }: StoredField) => field.svcUserId,
    narrows: !isWhole(filter),
    hint,
  };
}

/** Whether a span of time holds so little that reading it is the shorter way; a cursor goes on the way that it came. */
async function isShortOf(
  fields: Table,
  { range }: FieldRange,
  ranged: FieldList,
  laid: FieldList,
  { cursor }: PageRequest,
): Promise<boolean> {
  if (cursor !== undefined) return isCursorOf(ranged.name, cursor) && !isCursorOf(laid.name, cursor);
  return (await countKeys(fields, range, fewRows)) !== undefined;
}

function isTimed({ range, order }: FieldRange): boolean {
  return range.between !== undefined && order[0] !== 'id';
}

/** Whether a range is in the order that is asked for; where nothing is asked, its own order will do. */
function isInOrder({ order }: FieldRange, sort: SortTerm[]): boolean {
  return (
    sort.length <= order.length &&
    sort.every(({ field, descending }, place) => field === order[place] && descending === sort[0]?.descending)
  );
}
