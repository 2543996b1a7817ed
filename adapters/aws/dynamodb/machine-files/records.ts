import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { IndexedFilter, Page, PageRequest, Selection } from '../../../../domain/paging.ts';
import { countOf } from '../counts/count-of.ts';
import { getMany } from '../get-many.ts';
import { type IndexRange, readKeys } from '../lists/index-range.ts';
import { narrowedPage } from '../lists/narrowed-page.ts';
import { intersection, rangeStream } from '../lists/row-stream.ts';
import type { StreamedList } from '../lists/stream-page.ts';
import { traitRange } from '../lists/traits.ts';
import { type RecordKind, recordKey, recordRange } from '../operations/operation-item.ts';
import type { Item, Table } from '../table.ts';
import { timeRange, timesOf, valueKey } from './record-traits.ts';

/** Maximum records in memory while all of a user are read. */
const rowsAtOnce = 100;

/** Reads a file or an operation, whose item contains it in the member named after its kind. */
export async function getRecord<T>(
  operations: Table,
  ownerId: string,
  id: string,
  kind: RecordKind,
): Promise<T | undefined> {
  const Key = recordKey(ownerId, id, kind);
  const command = new GetCommand({ TableName: operations.name, Key, ConsistentRead: true });
  return (await operations.client.send(command)).Item?.[kind] as T | undefined;
}

/** A list of records of one kind, of a user or of all users. */
export interface RecordList<T> {
  ownerId: string;
  svcUserId: string | undefined;
  kind: RecordKind;
  shown: Selection<T>;
  /** Advice in the problem for too many records. */
  hint: string;
}

/**
 * A page of the selected records of a user, or of all users. Indexed parts of the filter are intersected in the order
 * of ids, which is the order of creation; time spans have orders of their own.
 *
 * @example return listRecords<StoredBatch>(operations, { ownerId, svcUserId, kind: 'batch', shown, hint }, page);
 */
export function listRecords<T extends { id: string; svcUserId: string }>(
  operations: Table,
  { ownerId, svcUserId, kind, shown, hint }: RecordList<T>,
  asked: PageRequest,
): Promise<Page<T>> {
  const { name, wants, isWhole, indexed } = shown;
  const [first, second] = asked.sort;
  const descending = first?.descending ?? false;
  const listOf = (ranges: readonly IndexRange[], order: unknown): StreamedList<T> => ({
    table: operations,
    name: [operations.name, kind, ownerId, svcUserId, name, order],
    open: (budget, atFirst) =>
      intersection(
        ranges.map((range) => rangeStream(operations, range, { budget, first: atFirst })),
        ranges[0]?.descending ?? false,
      ),
    keyOf: ({ at }) => recordKey(ownerId, at.slice(at.lastIndexOf('#') + 1), kind),
    read(item) {
      const record = item[kind] as T | undefined;
      return record && wants(record) ? record : undefined;
    },
    userIn: (record) => record.svcUserId,
    narrows: !isWhole,
    ...(isWhole && { total: () => countOf(operations, ownerId, svcUserId, kind) }),
    hint,
  });

  const values = valueRanges(ownerId, kind, indexed);
  const inTime = (time: string, down: boolean) =>
    listOf([{ ...timeRange(ownerId, svcUserId, kind, time, indexed.spans?.[time]), descending: down }], [time, down]);
  const spans = Object.keys(indexed.spans ?? {});
  const byId = (down: boolean) => {
    const own = svcUserId === undefined && values.length > 0 ? [] : [recordRange(ownerId, svcUserId, kind)];
    return listOf(
      [...own, ...values].map((range) => ({ ...range, descending: down })),
      ['id', down],
    );
  };
  const isById = first === undefined || (first.field === 'id' && !second);
  const [only] = spans.length === 1 && values.length === 0 && !first ? spans : [];
  const sortedTime = first && !second && timesOf(kind).includes(first.field) ? first.field : undefined;
  const ordered = only ? inTime(only, false) : isById ? byId(descending) : sortedTime && inTime(sortedTime, descending);
  const narrow = [
    ...(values.length > 0 && !isById ? [byId(false)] : []),
    ...spans.filter((time) => time !== (only ?? sortedTime)).map((time) => inTime(time, false)),
  ];
  return narrowedPage(
    {
      ordered: ordered || undefined,
      narrow: ordered || narrow.length > 0 ? narrow : [byId(false)],
      count: () => countOf(operations, ownerId, svcUserId, kind),
      membersOf: (record) => record,
      nameOf: ({ id }) => id,
    },
    asked,
  );
}

function valueRanges(ownerId: string, kind: RecordKind, { values = {} }: IndexedFilter): IndexRange[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined || kind === 'batch' ? [] : [traitRange(valueKey(ownerId, kind, name, value), '')],
  );
}

/** Every record of a user in batches, each strongly consistent, so that concurrent changes are seen. */
export async function* eachRecord<T>(
  operations: Table,
  ownerId: string,
  svcUserId: string,
  kind: RecordKind,
): AsyncGenerator<T> {
  let from: Item | undefined;
  do {
    const { keys, last } = await readKeys(operations, recordRange(ownerId, svcUserId, kind), rowsAtOnce, from);
    for (const item of await getMany(operations, keys, { consistent: true })) {
      const record = item?.[kind] as T | undefined;
      if (record) yield record;
    }
    from = last;
  } while (from);
}
