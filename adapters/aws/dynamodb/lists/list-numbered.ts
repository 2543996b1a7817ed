import type { Page, PageRequest } from '../../../../domain/paging.ts';
import { countOf } from '../counts/count-of.ts';
import { userPartition } from '../fields/field-item.ts';
import { type Kind, numberedName } from '../numbered-records.ts';
import type { Item, Table } from '../table.ts';
import type { IndexRange } from './index-range.ts';
import { memoryPage } from './memory-page.ts';
import { intersection, rangeStream } from './row-stream.ts';
import { type StreamedList, streamPage } from './stream-page.ts';
import { type Trait, traitKey, traitRange } from './traits.ts';

/** A list of growers or farms. */
export interface NumberedList<R> {
  kind: Kind;
  svcUserId: string | undefined;
  /** The group with the requested records, if the filter names one. */
  group: IndexRange | undefined;
  traits: Trait[];
  /** Whether a record matches the filter; undefined if all of the user or the owner do. */
  wants: ((record: R) => boolean) | undefined;
  /** The filter, which identifies the list in cursors. */
  filter: object;
  hint: string;
}

/**
 * One page of records ordered by number: the intersection of all indexes of the filter. Other orders are sorted in
 * memory.
 *
 * @example return listNumbered(fields, ownerId, { kind: 'grower', group, traits, wants, filter, hint }, asked);
 */
export function listNumbered<R extends { id: number; svcUserId: string }>(
  fields: Table,
  ownerId: string,
  list: NumberedList<R>,
  asked: PageRequest,
): Promise<Page<R>> {
  const { kind, filter, wants = () => true, hint } = list;
  const prefix = numberedName(kind, '');
  const [first, second] = asked.sort;
  const isById = !second && (!first || first.field === 'id');
  const descending = (isById && first?.descending) || false;
  const ranges = rangesOf(ownerId, list);
  const [only] = ranges.length === 1 && ranges[0]?.index === undefined ? ranges : [];
  const streamed: StreamedList<R> = {
    table: fields,
    name: [fields.name, kind, ownerId, filter, isById ? descending : asked.sort],
    open: (budget, first) =>
      intersection(
        ranges.map((range) =>
          rangeStream(fields, { ...range, prefix, descending, keysOnly: !only }, { budget, first }),
        ),
        descending,
      ),
    keyOf: only ? undefined : ({ at, row }) => ({ pk: row.pk, sk: prefix + at }),
    read(item: Item) {
      const record = item[kind] as R | undefined;
      return record && wants(record) ? record : undefined;
    },
    userOf: ({ row }) => String(row.pk).slice(ownerId.length + 1),
    userIn: ({ svcUserId }) => svcUserId,
    narrows: list.wants !== undefined,
    ...(!list.wants && { total: () => countOf(fields, ownerId, list.svcUserId, kind) }),
    hint,
  };
  if (isById) return streamPage(streamed, asked);
  return memoryPage(
    streamed,
    (record) => record,
    asked,
    ({ id }) => numberedName(kind, id),
  );
}

function rangesOf<R>(ownerId: string, { kind, svcUserId, group, traits }: NumberedList<R>): IndexRange[] {
  const prefix = numberedName(kind, '');
  const ranges = [
    ...(group ? [{ ...group, prefix }] : []),
    ...traits.map((trait) => traitRange(traitKey(ownerId, kind, trait), prefix)),
    ...(svcUserId === undefined
      ? []
      : [{ partitionKey: 'pk', partition: userPartition(ownerId, svcUserId), sortKey: 'sk', prefix }]),
  ];
  if (ranges.length > 0) return ranges;
  return [{ index: 'byOwner', partitionKey: 'ownerKey', partition: ownerId, sortKey: 'listKey', prefix }];
}
