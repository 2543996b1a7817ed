import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Page, PageRequest, Selection } from '../../../../domain/paging.ts';
import { sortedPage } from '../sorted-page.ts';
import type { Item, Table } from '../table.ts';
import { type RecordKind, recordKey, recordRange } from './operation-item.ts';

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

/** A page of those that are selected among the records of a user, or of all users. */
export function listRecords<T extends { id: string }>(
  operations: Table,
  of: { ownerId: string; svcUserId: string | undefined; kind: RecordKind; hint: string },
  { name, wants }: Selection<T>,
  page: PageRequest,
): Promise<Page<T>> {
  const { ownerId, svcUserId, kind, hint } = of;
  const read = (item: Item) => {
    const record = item[kind] as T | undefined;
    return record && wants(record) ? record : undefined;
  };
  const range = recordRange(ownerId, svcUserId, kind);
  return sortedPage(operations, range, page, read, { nameOf: ({ id }) => id, hint, name });
}
