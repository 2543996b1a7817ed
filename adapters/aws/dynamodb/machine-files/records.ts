import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Page, PageRequest, Selection } from '../../../../domain/paging.ts';
import { filteredPage } from '../filtered-page.ts';
import { getMany } from '../get-many.ts';
import { readKeys } from '../index-range.ts';
import { sortedPage } from '../sorted-page.ts';
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

interface Listed {
  ownerId: string;
  svcUserId: string | undefined;
  kind: RecordKind;
  /** What to do when there are too many. */
  hint: string;
}

/**
 * A page of those that are selected among the records of a user, or of all users. In the order of their ids, which is that of their
 * making, a page is read as far as it goes; any other order is made in memory.
 */
export function listRecords<T extends { id: string }>(
  operations: Table,
  { ownerId, svcUserId, kind, hint }: Listed,
  { name, wants }: Selection<T>,
  page: PageRequest,
): Promise<Page<T>> {
  const read = (item: Item) => {
    const record = item[kind] as T | undefined;
    return record && wants(record) ? record : undefined;
  };
  const range = recordRange(ownerId, svcUserId, kind);
  const [first, second] = page.sort;
  const isInOrder = first === undefined || (first.field === 'id' && second === undefined);
  return isInOrder
    ? filteredPage(operations, { ...range, descending: first?.descending, list: name }, page, read, hint)
    : sortedPage(operations, range, page, read, { nameOf: ({ id }) => id, hint, name });
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
