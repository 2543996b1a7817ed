import type { Clock } from '../../../../domain/clock.ts';
import type { Erased, Eraser } from '../../../../domain/erasure/eraser.ts';
import { lakeFilePrefix, lakeShownPrefix } from '../../../../domain/files/lake-keys.ts';
import type { ErasingObjectStore } from '../../../../domain/files/object-store.ts';
import { eraseItems } from '../batch-write.ts';
import { erasePartition, keysOf } from '../erasure/erase-partition.ts';
import { pointsPointer } from '../lake/points-pointer.ts';
import {
  contentPartition,
  fieldBoxKey,
  fieldWorkPartition,
  notedPrefix,
  type RecordKind,
  userListKey,
} from '../operations/operation-item.ts';
import type { Item, Table } from '../table.ts';

/** The keys of a user's records of a kind. */
function recordsOf(
  operations: Table,
  { ownerId, svcUserId }: Erased,
  kind: RecordKind | 'source',
): AsyncGenerator<Item> {
  const partition = userListKey(ownerId, svcUserId, kind);
  return keysOf(operations, { index: 'byUser', partitionKey: 'userKey', partition, sortKey: 'listKey' });
}

/** When points that were compacted with those of other users are rewritten. */
const dueAfterMilliseconds = 60 * 60_000;

/** Removes the objects below a prefix for each file of a user, in all of their versions. */
async function eraseOfFiles(
  operations: Table,
  lake: Pick<ErasingObjectStore, 'erase'>,
  user: Erased,
  prefixOf: (fileId: string) => string,
): Promise<void> {
  for await (const { listKey } of recordsOf(operations, user, 'file')) await lake.erase(prefixOf(listKey as string));
}

/**
 * Erases a user's published points, whose keys do not name the user: the records of the files lead to them, so this
 * runs before those are erased. All points are hidden at once; objects that also hold points of others are rewritten by
 * the next compaction, and their former versions expire.
 */
export function lakeEraser(operations: Table, lake: Pick<ErasingObjectStore, 'erase'>, clock: Clock): Eraser {
  const points = pointsPointer(operations);
  return {
    covers: 'lake:lake/points/',
    async erase(user) {
      const { ownerId, svcUserId } = user;
      const { done: hasNone } = await recordsOf(operations, user, 'file').next();
      if (hasNone) return;
      await points.excludeUser(ownerId, svcUserId, clock.now() + dueAfterMilliseconds);
      const { gen } = await points.read(ownerId);
      await eraseOfFiles(operations, lake, user, (fileId) => lakeShownPrefix(ownerId, gen, fileId));
    },
  };
}

/** Erases ingests; runs before the records are erased, too. */
export function ingestsEraser(operations: Table, lake: Pick<ErasingObjectStore, 'erase'>): Eraser {
  return {
    covers: 'lake:lake/ingests/',
    erase: (user) => eraseOfFiles(operations, lake, user, (fileId) => lakeFilePrefix(user.ownerId, fileId)),
  };
}

/** Erases batches, files, operations, and the index of their contents. */
export function operationsEraser(operations: Table): Eraser {
  return {
    covers: 'operations',
    async erase(user) {
      for (const kind of ['operation', 'file', 'batch', 'source'] as const) {
        for await (const { pk } of recordsOf(operations, user, kind)) await erasePartition(operations, pk as string);
      }
      for (const fieldId of await fieldsWithWork(operations, user)) {
        await eraseItems(operations, [fieldBoxKey(user.ownerId, fieldId)]);
      }
      await erasePartition(operations, contentPartition(user.ownerId, user.svcUserId));
      await erasePartition(operations, fieldWorkPartition(user.ownerId, user.svcUserId));
    },
  };
}

/**
 * The fields with indexed work of the user; the box of a field is computed again if another user has a field with its
 * id.
 */
async function fieldsWithWork(operations: Table, { ownerId, svcUserId }: Erased): Promise<Set<string>> {
  const partition = fieldWorkPartition(ownerId, svcUserId);
  const range = { partitionKey: 'pk', partition, sortKey: 'sk', prefix: notedPrefix };
  const ids = new Set<string>();
  for await (const { sk } of keysOf(operations, range)) ids.add(String(sk).split('#')[1] ?? '');
  return ids;
}
