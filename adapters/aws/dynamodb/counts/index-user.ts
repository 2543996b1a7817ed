import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { MachineFile } from '../../../../domain/machine-files/machine-file.ts';
import type { Operation } from '../../../../domain/operations/operation.ts';
import { workIn } from '../../../../domain/operations/recorded-work.ts';
import { newId } from '../../../system.ts';
import { fieldWork } from '../operations/field-work.ts';
import type { Item, Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { userExists, userKey } from '../users/user-exists.ts';
import { countWrites } from './count-item.ts';
import { type IndexedKind, type IndexedTables, type IndexedUser, indexedKinds } from './indexed-kinds.ts';

/**
 * Counts the uncounted records of a user, and adds them to the indexes of traits; returns their number. Each record is
 * marked in the transaction that counts it, so that this may be interrupted, repeated, and run while others write.
 *
 * @example const records = await indexUser({ users, fields, uploads, operations }, { ownerId, svcUserId });
 */
export async function indexUser(tables: IndexedTables, user: IndexedUser): Promise<number> {
  const { users } = tables;
  const { ownerId, svcUserId } = user;
  const failed = await transact(users.client, [
    mark(users, userKey(ownerId, svcUserId), { condition: 'attribute_exists(revision)' }),
    ...countWrites(users, { ownerId, kind: 'user', id: svcUserId }, 1),
  ]);
  let done = failed === undefined ? 1 : 0;
  for (const kind of indexedKinds(tables)) {
    let open: Item[] = [];
    for await (const item of kind.items(user)) {
      if (isOpen(kind, item)) open.push(item);
      if (open.length < kind.atOnce) continue;
      done += await indexRecords(tables, user, kind, open);
      open = [];
    }
    done += await indexRecords(tables, user, kind, open);
  }
  return done;
}

function isOpen({ kind }: IndexedKind, item: Item | undefined): item is Item {
  return item?.[kind] !== undefined && !item.counted;
}

/** If the transaction fails for a concurrently changed record, each record is tried by itself. */
async function indexRecords(tables: IndexedTables, user: IndexedUser, kind: IndexedKind, items: Item[]) {
  if (items.length === 0 || (await write(tables, user, kind, items))) return items.length;
  let done = 0;
  for (const { pk, sk } of items) {
    for (;;) {
      const { client, name: TableName } = kind.table;
      const { Item } = await client.send(new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }));
      if (!isOpen(kind, Item)) break;
      if (!(await write(tables, user, kind, [Item]))) continue;
      done += 1;
      break;
    }
  }
  return done;
}

/** False if one of the records has changed; also true if the user was deleted, since the erasers then take over. */
async function write(tables: IndexedTables, user: IndexedUser, kind: IndexedKind, items: Item[]): Promise<boolean> {
  const { users } = tables;
  const { ownerId, svcUserId } = user;
  // Before they are marked, since marked records are not processed again.
  for (const item of items) if (!(await noteWork(tables, user, item))) return true;
  const counted = { ownerId, svcUserId, kind: kind.kind, id: `${items[0]?.pk} ${items[0]?.sk}` };
  const failed = await transact(kind.table.client, [
    userExists(users, ownerId, svcUserId),
    ...items.flatMap((item) => {
      const { own, traits, unchanged } = kind.found(user, item);
      const { pk, sk } = item;
      return [mark(kind.table, { pk, sk }, { ...unchanged, own }), ...traits];
    }),
    ...countWrites(kind.table, counted, items.length),
  ]);
  return failed === undefined || failed === 0;
}

/** Indexes an operation or a file by its fields. False if the user was deleted. */
async function noteWork({ users, operations }: IndexedTables, user: IndexedUser, item: Item): Promise<boolean> {
  const work = fieldWork(operations, users, newId);
  const { operation, file } = item as { operation?: Operation; file?: MachineFile };
  if (operation) {
    const fieldIds = operation.fields.map(({ id }) => id);
    return work.noteOperation(user, operation.id, fieldIds);
  }
  if (!file?.boxes || file.sources) return true;
  return work.noteFile(user, { id: file.id, boxes: file.boxes, leftFields: [], work: workIn(file) });
}

/** Marks a record as counted; fails if it was marked before. */
function mark(
  { name: TableName }: Table,
  Key: Item,
  { condition, names, values, own }: Partial<ReturnType<IndexedKind['found']>['unchanged']> & { own?: unknown },
): Write {
  return {
    Update: {
      TableName,
      Key,
      UpdateExpression: `SET counted = :true${own === undefined ? '' : ', traitKey = :own'}`,
      ConditionExpression: `${condition} AND attribute_not_exists(counted)`,
      ...(names && { ExpressionAttributeNames: names }),
      ExpressionAttributeValues: { ':true': true, ...(own !== undefined && { ':own': own }), ...values },
    },
  };
}
