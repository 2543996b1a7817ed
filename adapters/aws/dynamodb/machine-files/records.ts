import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Page, PageRequest, Selection } from '../../../../domain/paging.ts';
import { getMany } from '../get-many.ts';
import { readKeys } from '../index-range.ts';
import { memoryPage } from '../lists/memory-page.ts';
import { rangeStream } from '../lists/row-stream.ts';
import { type StreamedList, streamPage } from '../lists/stream-page.ts';
import type { Item, Table } from '../table.ts';
import { type RecordKind, recordKey, recordRange } from './operation-item.ts';

/** Records that are in memory at once when all of a user are gone through. */
const rowsAtOnce = 100;

/** A file or an operation; its item holds it under the name of its kind. */
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
  /** What to do when there are too many. */
  hint: string;
}

/**
 * A page of those that are selected among the records of a user, or of all users. In the order of their ids, which is that of their
 * making, a page is read as far as it goes; any other order is made in memory.
 */
export function listRecords<T extends { id: string; svcUserId: string }>(
  operations: Table,
  { ownerId, svcUserId, kind, shown: { name, wants }, hint }: RecordList<T>,
  asked: PageRequest,
): Promise<Page<T>> {
  const [first, second] = asked.sort;
  const isById = first === undefined || (first.field === 'id' && second === undefined);
  const range = { ...recordRange(ownerId, svcUserId, kind), descending: (isById && first?.descending) || false };
  const list: StreamedList<T> = {
    table: operations,
    name: [operations.name, range, name, isById ? [] : asked.sort],
    open: (budget, atFirst) => rangeStream(operations, range, { budget, first: atFirst }),
    keyOf: ({ row: { pk, sk } }) => ({ pk, sk }),
    read(item) {
      const record = item[kind] as T | undefined;
      return record && wants(record) ? record : undefined;
    },
    userIn: (record) => record.svcUserId,
    narrows: true,
    hint,
  };
  return isById
    ? streamPage(list, asked)
    : memoryPage(
        list,
        (record) => record,
        asked,
        ({ id }) => id,
      );
}

/** Every record of a user, one run after the other; each as it is now, so that what was changed meanwhile is seen. */
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
