import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { NewId } from '../../../../domain/clock.ts';
import type { FieldsOwner, FieldWork, Noted } from '../../../../domain/operations/field-work.ts';
import { keysOf } from '../erasure/erase-partition.ts';
import { type IndexRange, readKeys } from '../index-range.ts';
import { parserAttempts } from '../parser-attempts.ts';
import type { Item, Table } from '../table.ts';
import { transact } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';
import { fieldWorkPartition, type NotedKind, notedKey, notedPrefix } from './operation-item.ts';
import { valueKey } from './record-traits.ts';

/** DynamoDB takes 100 writes in a transaction; one asks for the user. */
const writesAtOnce = 99;
/** Fields that are brought up to date before the next are looked for. */
const waitingAtOnce = 500;

/** The work on fields in DynamoDB: one partition for each user, in the order of the fields. Every write asks that the user is there. */
export function fieldWork(operations: Table, users: Table, newId: NewId): FieldWork {
  const TableName = operations.name;
  const put = async ({ ownerId, svcUserId }: FieldsOwner, items: Item[]): Promise<boolean> => {
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
  const range = ({ ownerId, svcUserId }: FieldsOwner, prefix: string): IndexRange => ({
    partitionKey: 'pk',
    partition: fieldWorkPartition(ownerId, svcUserId),
    sortKey: 'sk',
    prefix,
  });
  const notedOn = async (owner: FieldsOwner, fieldId: string, kind: NotedKind): Promise<Noted[]> => {
    const prefix = notedKey(fieldId, kind, '');
    const found: Noted[] = [];
    for await (const { sk, change } of keysOf(operations, range(owner, prefix))) {
      found.push({ id: String(sk).slice(prefix.length), note: String(change) });
    }
    return found;
  };
  /** Removes what has not been written again since it was read. */
  const removeUnlessChanged = async ({ ownerId, svcUserId }: FieldsOwner, sk: string, change: string) => {
    const Key = { pk: fieldWorkPartition(ownerId, svcUserId), sk };
    const sameChange = { ConditionExpression: 'change = :change', ExpressionAttributeValues: { ':change': change } };
    await unlessChanged(operations.client.send(new DeleteCommand({ TableName, Key, ...sameChange })));
  };

  return {
    noteFile: (owner, fileId, boxes) =>
      put(
        owner,
        Object.entries(boxes).map(([fieldId, box]) => ({ sk: notedKey(fieldId, 'file', fileId), box })),
      ),

    noteOperation: (owner, operationId, fieldIds) =>
      put(
        owner,
        fieldIds.map((fieldId) => ({
          sk: notedKey(fieldId, 'operation', operationId),
          // So that lists find the operations on a field.
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

    changed: (owner, fieldIds, again) =>
      put(
        owner,
        fieldIds.map((fieldId) => ({ sk: changedKey(fieldId, again) })),
      ),

    async waiting(owner) {
      const { keys } = await readKeys(operations, range(owner, changedPrefix), waitingAtOnce);
      const fields = keys.map(({ sk, change, attempts }) => {
        const [, fieldId = '', again = ''] = String(sk).split('#');
        const count = (attempts as Set<string> | undefined)?.size ?? 0;
        return { fieldId, ...(again !== '' && { again }), change: String(change), attempts: count };
      });
      return fields.sort((a, b) => a.attempts - b.attempts);
    },

    attempts({ ownerId, svcUserId }, { fieldId, again, change }) {
      const Key = { pk: fieldWorkPartition(ownerId, svcUserId), sk: changedKey(fieldId, again) };
      return parserAttempts(operations, Key, { condition: 'change = :change', values: { ':change': change } });
    },

    done: (owner, { fieldId, again, change }) => removeUnlessChanged(owner, changedKey(fieldId, again), change),
  };
}

const changedPrefix = 'changed#';

function changedKey(fieldId: string, again = ''): string {
  return `${changedPrefix}${fieldId}#${again}`;
}

async function unlessChanged(written: Promise<unknown>): Promise<void> {
  try {
    await written;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
