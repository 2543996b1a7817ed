import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { NewId } from '../../../../domain/clock.ts';
import type { FieldWork, Noted } from '../../../../domain/operations/field-work.ts';
import type { RecordedWork } from '../../../../domain/operations/recorded-work.ts';
import type { UserSubject } from '../../../../domain/work/work-stores.ts';
import { eraseItems } from '../batch-write.ts';
import { keysOf } from '../erasure/erase-partition.ts';
import type { IndexRange } from '../lists/index-range.ts';
import { valueKey } from '../machine-files/record-traits.ts';
import type { Item, Table } from '../table.ts';
import { ifHeld, transact } from '../transact.ts';
import { itemsIn } from '../user-items.ts';
import { userExists } from '../users/user-exists.ts';
import { fieldWorkPartition, type NotedKind, notedKey, notedPrefix } from './operation-item.ts';
import { workTraitItems, workTraitPrefix } from './work-traits.ts';

/** Maximum writes of a transaction of 100, without the check of the user. */
const writesAtOnce = 99;

/**
 * The index of work by field in DynamoDB: one partition per user, ordered by field. Every write is conditional on the
 * existence of the user.
 *
 * @example const work = fieldWork(operations, users, newId);
 */
export function fieldWork(operations: Table, users: Table, newId: NewId): FieldWork {
  const TableName = operations.name;
  const put = async ({ ownerId, svcUserId }: UserSubject, items: Item[]): Promise<boolean> => {
    const pk = fieldWorkPartition(ownerId, svcUserId);
    for (let start = 0; start < items.length; start += writesAtOnce) {
      const puts = items.slice(start, start + writesAtOnce).map((item) => ({
        Put: { TableName, Item: { pk, change: newId(), ...item } },
      }));
      const failed = await transact(operations.client, [userExists(users, ownerId, svcUserId), ...puts]);
      if (failed !== undefined) return false;
    }
    return true;
  };
  const range = ({ ownerId, svcUserId }: UserSubject, prefix: string): IndexRange => ({
    partitionKey: 'pk',
    partition: fieldWorkPartition(ownerId, svcUserId),
    sortKey: 'sk',
    prefix,
  });
  const notedOn = async (owner: UserSubject, fieldId: string, kind: NotedKind): Promise<Noted[]> => {
    const prefix = notedKey(fieldId, kind, '');
    const found: Noted[] = [];
    for await (const { sk, change } of keysOf(operations, range(owner, prefix))) {
      found.push({ id: String(sk).slice(prefix.length), note: String(change) });
    }
    return found;
  };
  /** Deletes an item unless it was written again since it was read. */
  const removeUnlessChanged = async ({ ownerId, svcUserId }: UserSubject, sk: string, change: string) => {
    const Key = { pk: fieldWorkPartition(ownerId, svcUserId), sk };
    const sameChange = { ConditionExpression: 'change = :change', ExpressionAttributeValues: { ':change': change } };
    await ifHeld(() => operations.client.send(new DeleteCommand({ TableName, Key, ...sameChange })));
  };

  /**
   * Deletes traits of a field that no file has any more. The traits are read first: one that is added meanwhile is
   * written again, and stays.
   */
  const settleTraits = async (owner: UserSubject, fieldId: string) => {
    const { ownerId, svcUserId } = owner;
    const pk = fieldWorkPartition(ownerId, svcUserId);
    const traits = await consistentItems(operations, pk, workTraitPrefix(fieldId));
    const notes = await consistentItems(operations, pk, notedKey(fieldId, 'file', ''));
    const changed = new Set(
      notes.flatMap(({ work }) =>
        work ? workTraitItems(ownerId, svcUserId, fieldId, work as RecordedWork).map(({ sk }) => sk) : [],
      ),
    );
    for (const { sk, change } of traits) {
      if (!changed.has(sk)) await removeUnlessChanged(owner, String(sk), String(change));
    }
  };

  return {
    async noteFile(owner, { id, boxes, leftFields, work }) {
      const { ownerId, svcUserId } = owner;
      for (const [fieldId, box] of Object.entries(boxes)) {
        const traits = work ? workTraitItems(ownerId, svcUserId, fieldId, work) : [];
        if (!(await put(owner, [{ sk: notedKey(fieldId, 'file', id), box, work }, ...traits]))) return false;
      }
      await eraseItems(
        operations,
        leftFields.map((fieldId) => ({
          pk: fieldWorkPartition(ownerId, svcUserId),
          sk: notedKey(fieldId, 'file', id),
        })),
      );
      for (const fieldId of [...Object.keys(boxes), ...leftFields]) await settleTraits(owner, fieldId);
      return true;
    },

    noteOperation: (owner, operationId, fieldIds) =>
      put(
        owner,
        fieldIds.map((fieldId) => ({
          sk: notedKey(fieldId, 'operation', operationId),
          // Lists find the operations on a field by it.
          traitKey: valueKey(owner.ownerId, 'operation', 'fieldId', fieldId),
          listKey: operationId,
        })),
      ),

    async *fields(owner) {
      let last: string | undefined;
      for await (const { sk } of keysOf(operations, range(owner, notedPrefix))) {
        const [, fieldId = ''] = String(sk).split('#');
        if (fieldId !== last) yield fieldId;
        last = fieldId;
      }
    },

    on: async (owner, fieldId) => ({
      files: await notedOn(owner, fieldId, 'file'),
      operations: await notedOn(owner, fieldId, 'operation'),
    }),

    async forget(owner, fieldId, { files, operations: gone }) {
      for (const { id, note } of files) await removeUnlessChanged(owner, notedKey(fieldId, 'file', id), note);
      for (const { id, note } of gone) await removeUnlessChanged(owner, notedKey(fieldId, 'operation', id), note);
    },
  };
}

async function consistentItems(table: Table, pk: string, prefix: string): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of itemsIn(table, pk, prefix)) items.push(item);
  return items;
}
