import type { FieldFilter } from '../../../../domain/fields/field-store.ts';
import type { Page, PageRequest, SortTerm } from '../../../../domain/paging.ts';
import { countOf } from '../counts/count-of.ts';
import type { IndexRange } from '../lists/index-range.ts';
import { narrowedPage } from '../lists/narrowed-page.ts';
import { rangeStream } from '../lists/row-stream.ts';
import { type PageLimits, pageLimits, type StreamedList } from '../lists/stream-page.ts';
import type { Item, Table } from '../table.ts';
import { matches } from './field-filter.ts';
import { idRange, orderRange, spansOf } from './field-indexes.ts';
import { fieldFromItem, fieldPrefix, type StoredField } from './field-item.ts';
import { type FieldTables, fieldIdAt, fieldStreams } from './field-streams.ts';

const hint = 'Narrow the list by svcUserId, farmId, name or a span of time, or sort it by id.';

type FieldList = StreamedList<StoredField>;

/**
 * One page of fields. Indexed parts of a filter are intersected in the order of ids; time spans and other orders have
 * indexes of their own. A list that is filtered only by a time span is ordered by that time.
 */
export async function listFields(
  tables: FieldTables,
  ownerId: string,
  filter: FieldFilter,
  asked: PageRequest,
  limits: PageLimits = pageLimits,
): Promise<Page<StoredField>> {
  const { fields } = tables;
  const rows = rowsOf(fields, ownerId, filter);
  const isOnlyId = filter.id !== undefined && filter.work === undefined;
  const streams = isOnlyId ? undefined : await fieldStreams(tables, ownerId, filter);
  const nameOf = (...order: unknown[]) => [fields.name, ownerId, filter, ...order];
  const ranged = (range: IndexRange, descending: boolean): FieldList => ({
    ...rows,
    name: nameOf({ ...range, descending }),
    open: (budget, first) => rangeStream(fields, { ...range, descending }, { budget, first }),
    keyOf: range.index === undefined ? undefined : ({ row: { pk, sk } }) => ({ pk, sk }),
  });
  const byId = (descending: boolean): FieldList =>
    streams
      ? {
          ...rows,
          name: nameOf('laid', descending),
          open: (budget, first) => streams(descending)({ budget, first }),
          keyOf: ({ at, row }) => ({ pk: row.pk, sk: fieldPrefix + fieldIdAt(at) }),
        }
      : ranged(idRange(ownerId, filter), descending);
  const inOrderOf = (member: string, descending = false): FieldList[] => {
    // Few fields have the same id, so they are sorted in memory. Conditions on work are not in these indexes.
    const range =
      filter.id === undefined && filter.work === undefined ? orderRange(ownerId, filter, member) : undefined;
    return range ? [ranged(range, descending)] : [];
  };

  const spans = filter.id === undefined ? Object.keys(spansOf(filter)) : [];
  const [only] = spans.length === 1 && !streams && asked.sort.length === 0 ? spans : [];
  const { member = only ?? 'id', descending } = orderOf(asked.sort);
  const [ordered] = member === 'id' ? [byId(descending)] : inOrderOf(member, descending);
  const narrow = [
    ...(streams && member !== 'id' ? [byId(false)] : []),
    ...spans.filter((time) => time !== member).flatMap((time) => inOrderOf(time)),
  ];
  return narrowedPage(
    {
      ordered,
      narrow: ordered || narrow.length > 0 ? narrow : [byId(false)],
      count: () => countOf(fields, ownerId, filter.svcUserId, 'field'),
      membersOf: ({ field }) => field,
      nameOf: ({ field: { id, svcUserId } }) => `${id}#${svcUserId}`,
    },
    asked,
    limits,
  );
}

/** The member by which an index can sort, apart from ties, which are ordered by id in the same direction. */
function orderOf([first, second, third]: SortTerm[]): { member?: string | undefined; descending: boolean } {
  if (!first) return { descending: false };
  const { field, descending } = first;
  const isOne = !second || (!third && field !== 'id' && second.field === 'id' && second.descending === descending);
  return { member: isOne ? field : 'several', descending };
}

/** The common properties of all lists of fields, in any order. */
function rowsOf(fields: Table, ownerId: string, filter: FieldFilter) {
  const isWhole = Object.entries(filter).every(([name, value]) => value === undefined || name === 'svcUserId');
  return {
    table: fields,
    read: (item: Item) => {
      const stored = fieldFromItem(item);
      return stored && matches(stored, filter) ? stored : undefined;
    },
    userOf: ({ row }: { row: Item }) => String(row.pk).slice(ownerId.length + 1),
    userIn: ({ field }: StoredField) => field.svcUserId,
    narrows: !isWhole,
    ...(isWhole && { total: () => countOf(fields, ownerId, filter.svcUserId, 'field') }),
    hint,
  };
}
