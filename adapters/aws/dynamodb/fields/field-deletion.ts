import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '../../../../domain/clock.ts';
import { Problem } from '../../../../domain/errors.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import type { BrokenDeletions } from '../../../../domain/fields/field-store.ts';
import { geometryKey } from '../../../../domain/files/object-keys.ts';
import type { ObjectStore } from '../../../../domain/files/object-store.ts';
import { overdueItems } from '../deadlines.ts';
import { eraseOfField } from '../erasure/erase-of-field.ts';
import { getMany } from '../get-many.ts';
import type { Item, Table } from '../table.ts';
import { transact, type Write } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';
import { cellKey } from './cell-item.ts';
import { boundaryKey, fieldFromItem, fieldKey, type StoredBoundary, type StoredField } from './field-item.ts';
import { fieldTraitWrites } from './field-traits.ts';
import { countFields } from './field-writes.ts';

/** Replaces a deleted field until the last version of its boundary is deleted. */
interface Tombstone {
  ownerId: string;
  svcUserId: string;
  fieldId: string;
  boundaries: string[];
  /** Set for MERGED fields, whose shapes are deleted too since no usage fact refers to them. */
  merged?: boolean;
}

export interface FieldDeletionServices {
  fields: Table;
  files: ObjectStore;
  clock: Clock;
}

export interface FieldDeletion extends BrokenDeletions {
  /** Deletes a field with all versions of its boundary, unless `check` throws. False if it does not exist. */
  remove(ownerId: string, svcUserId: string, fieldId: string, check: (field: Field) => void): Promise<boolean>;
  /** Completes the deletion of a field, if one was interrupted. */
  finish(ownerId: string, svcUserId: string, fieldId: string): Promise<void>;
}

/** The partition of the index of deadlines with tombstones of fields. */
const deadlineKey = 'fields';

/** A deletion that takes longer was interrupted. */
const brokenOffAfterMilliseconds = 10 * 60_000;

/** Leaves room in a transaction of 100 items. */
const boundariesAtOnce = 50;
const attempts = 5;

/**
 * Deletes fields in steps. The first replaces the field by a tombstone and removes it from the spatial index: from then
 * on lists and queries do not show it. A new field with the same id, or the sweep, completes an interrupted deletion.
 *
 * @param begins what the first step also needs: the table of users, and the event in its transaction.
 * @example const deletion = fieldDeletion({ fields, files, clock }, { users, event: deletionEvent(services) });
 */
export function fieldDeletion(
  { fields, files, clock }: FieldDeletionServices,
  begins?: { users: Table; event: (ownerId: string, field: StoredField) => Promise<Write> },
): FieldDeletion {
  const TableName = fields.name;

  const read = async (Key: Item) =>
    (await fields.client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;

  /** Data of a deleted user is left to the erasers, which also correct the counts. */
  const bury = async (ownerId: string, stored: StoredField): Promise<'done' | 'changed' | 'gone'> => {
    const { field, active, revision } = stored;
    const { svcUserId, id: fieldId } = field;
    const tombstone = tombstoneOf(ownerId, stored);
    const deadline = clock.now() + brokenOffAfterMilliseconds;
    const failed = await transact(fields.client, [
      {
        Put: {
          TableName,
          Item: { ...fieldKey(ownerId, svcUserId, fieldId), tombstone, deadlineKey, deadline },
          ConditionExpression: 'revision = :over',
          ExpressionAttributeValues: { ':over': revision },
        },
      },
      ...(begins ? [userExists(begins.users, ownerId, svcUserId), await begins.event(ownerId, stored)] : []),
      ...(active?.cells ?? []).map((cell) => ({
        Delete: { TableName, Key: cellKey(ownerId, svcUserId, fieldId, cell) },
      })),
      ...fieldTraitWrites(fields, ownerId, stored, undefined),
      ...countFields({ fields }, ownerId, field, -1),
    ]);
    if (failed === undefined) return 'done';
    return failed === 0 ? 'changed' : 'gone';
  };

  /** Usage facts refer to the shapes that were measured: those stay in the bucket as long as the user exists. */
  const keepShape = async (ownerId: string, svcUserId: string, { id, geometryText }: StoredBoundary) => {
    if (geometryText) await files.put(geometryKey(ownerId, svcUserId, id), geometryText, 'application/geo+json');
  };

  const dropShapes = async (stored: StoredBoundary[]) => {
    const keys = stored.flatMap(({ geometryKey: key }) => key ?? []);
    if (keys.length > 0) await files.remove(keys);
  };

  const clear = async ({ ownerId, svcUserId, fieldId, boundaries, merged }: Tombstone): Promise<void> => {
    await eraseOfField(fields, ownerId, svcUserId, fieldId);
    for (let start = 0; start < boundaries.length; start += boundariesAtOnce) {
      const keys = boundaries
        .slice(start, start + boundariesAtOnce)
        .map((id) => boundaryKey(ownerId, svcUserId, fieldId, id));
      const found = (await getMany(fields, keys)).flatMap((item) => (item ? [item.boundary as StoredBoundary] : []));
      if (merged) await dropShapes(found);
      else await Promise.all(found.map((stored) => keepShape(ownerId, svcUserId, stored)));
      await transact(
        fields.client,
        keys.map((Key): Write => ({ Delete: { TableName, Key } })),
      );
    }
    await transact(fields.client, [
      {
        Delete: {
          TableName,
          Key: fieldKey(ownerId, svcUserId, fieldId),
          ConditionExpression: 'attribute_not_exists(revision)',
        },
      },
    ]);
  };

  return {
    async remove(ownerId, svcUserId, fieldId, check) {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const item = await read(fieldKey(ownerId, svcUserId, fieldId));
        const stored = item && fieldFromItem(item);
        if (!stored) return false;
        check(stored.field);
        const buried = await bury(ownerId, stored);
        if (buried === 'gone') return false;
        if (buried === 'changed') continue;
        await clear(tombstoneOf(ownerId, stored));
        return true;
      }
      throw new Problem('conflict', 'This field is being changed by several requests at once. Try again.', {
        retryAfterSeconds: 1,
      });
    },

    async finish(ownerId, svcUserId, fieldId) {
      const item = await read(fieldKey(ownerId, svcUserId, fieldId));
      if (item?.tombstone) await clear(item.tombstone as Tombstone);
    },

    async finishOverdue() {
      const items = await overdueItems(fields, deadlineKey, clock.now());
      const overdue = items.flatMap(({ tombstone }) => (tombstone ? [tombstone as Tombstone] : []));
      for (const tombstone of overdue) await clear(tombstone);
      return overdue.length;
    },
  };
}

function tombstoneOf(ownerId: string, { field: { svcUserId, id: fieldId, boundaries, type } }: StoredField): Tombstone {
  return { ownerId, svcUserId, fieldId, boundaries, merged: type === 'MERGED' };
}
