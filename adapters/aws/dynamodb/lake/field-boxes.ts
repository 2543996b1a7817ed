import type { Bounds } from '../../../../domain/geometry/multi-polygon.ts';
import type { FieldCover } from '../../../../domain/operations/field-work.ts';
import type { FieldBoxes } from '../../../../domain/query/query-engine.ts';
import type { UserSubject } from '../../../../domain/work/work-stores.ts';
import { keysOf } from '../erasure/erase-partition.ts';
import { fieldPrefix } from '../fields/field-item.ts';
import { getMany } from '../get-many.ts';
import { fieldBoxKey, fieldWorkPartition, notedKey } from '../operations/operation-item.ts';
import type { Item, Table } from '../table.ts';
import { transact } from '../transact.ts';
import { userExists } from '../users/user-exists.ts';

/** Number of attempts at conflicting writes, by files of one field that end at the same time. */
const attempts = 20;

/** Bounding boxes of the points of fields in DynamoDB, over all users with a field of that id. */
export function fieldBoxes(operations: Table): FieldBoxes {
  return {
    async of(ownerId, fieldIds) {
      const ids = [...new Set(fieldIds)];
      const items = await getMany(
        operations,
        ids.map((id) => fieldBoxKey(ownerId, id)),
        { consistent: true },
      );
      return new Map(items.flatMap((item, index) => (item ? [[ids[index] ?? '', item.box as Bounds] as const] : [])));
    },
  };
}

/**
 * Extends boxes, which never shrink, since replaced points are still read until compaction. A new box also covers the
 * points that were stored before fields had boxes.
 */
export function fieldCover(operations: Table, { fields, users }: { fields: Table; users: Table }): FieldCover {
  const { client, name: TableName } = operations;

  /** False if another writer has changed it meanwhile; no effect for a deleted user. */
  const put = async ({ ownerId, svcUserId }: UserSubject, Item: Item, over: unknown): Promise<boolean> => {
    const condition =
      over === undefined
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : { ConditionExpression: 'revision = :over', ExpressionAttributeValues: { ':over': over } };
    const failed = await transact(client, [
      userExists(users, ownerId, svcUserId),
      { Put: { TableName, Item, ...condition } },
    ]);
    return failed !== 1;
  };

  const notedBoxes = async ({ ownerId, svcUserId }: UserSubject, fieldId: string): Promise<Bounds[]> => {
    const users = new Set([fieldWorkPartition(ownerId, svcUserId)]);
    const named = { index: 'byOwner', partitionKey: 'ownerKey', partition: ownerId, sortKey: 'listKey' };
    for await (const { pk } of keysOf(fields, { ...named, prefix: `${fieldPrefix}${fieldId}#` })) {
      users.add(fieldWorkPartition(ownerId, String(pk).split('#')[1] ?? ''));
    }
    const boxes: Bounds[] = [];
    for (const partition of users) {
      const noted = { partitionKey: 'pk', partition, sortKey: 'sk', prefix: notedKey(fieldId, 'file', '') };
      for await (const { box } of keysOf(operations, noted)) if (box) boxes.push(box as Bounds);
    }
    return boxes;
  };

  return {
    async cover(owner, boxes) {
      for (const [fieldId, box] of Object.entries(boxes)) {
        for (let attempt = 1; ; attempt += 1) {
          const Key = fieldBoxKey(owner.ownerId, fieldId);
          const [known] = await getMany(operations, [Key], { consistent: true });
          const before = known ? [known.box as Bounds] : await notedBoxes(owner, fieldId);
          const around = boxAround([box, ...before]);
          if (known && around.join() === (known.box as Bounds).join()) break;
          const revision = Number(known?.revision ?? 0) + 1;
          if (await put(owner, { ...Key, box: around, revision }, known?.revision)) break;
          if (attempt === attempts) throw new Error(`the box of the field ${fieldId} changed ${attempts} times`);
        }
      }
    },
  };
}

function boxAround(boxes: readonly Bounds[]): Bounds {
  const [west, south, east, north] = [0, 1, 2, 3].map((side) => boxes.map((box) => box[side] as number)) as [
    number[],
    number[],
    number[],
    number[],
  ];
  return [Math.min(...west), Math.min(...south), Math.max(...east), Math.max(...north)];
}
