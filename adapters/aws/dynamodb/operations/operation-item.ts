import type { IndexRange } from '../lists/index-range.ts';
import type { Item } from '../table.ts';

/** Batches, files and operations are found by their id alone: the paths that lead to them name no user. */
export type RecordKind = 'batch' | 'file' | 'operation';

export function recordKey(ownerId: string, id: string, kind: RecordKind): { pk: string; sk: string } {
  return { pk: recordPartition(ownerId, id), sk: kind };
}

/** The record with this id, and what is kept beside it. It is erased as a whole. */
export function recordPartition(ownerId: string, id: string): string {
  return `${ownerId}#${id}`;
}

/** Members that put a record into the lists of its owner and its user. */
export function recordListKeys(
  ownerId: string,
  { id, svcUserId }: { id: string; svcUserId: string },
  kind: RecordKind,
): Item {
  return { listKey: id, ownerKey: `${ownerId}#${kind}`, userKey: userListKey(ownerId, svcUserId, kind) };
}

export function userListKey(ownerId: string, svcUserId: string, kind: RecordKind): string {
  return `${ownerId}#${svcUserId}#${kind}`;
}

/** The records of a kind, of one user or of all users of the owner. */
export function recordRange(ownerId: string, svcUserId: string | undefined, kind: RecordKind): IndexRange {
  return svcUserId === undefined
    ? { index: 'byOwner', partitionKey: 'ownerKey', partition: `${ownerId}#${kind}`, sortKey: 'listKey' }
    : {
        index: 'byUser',
        partitionKey: 'userKey',
        partition: userListKey(ownerId, svcUserId, kind),
        sortKey: 'listKey',
      };
}

/** Which file of a user holds which content; in a partition of the user's own. */
export function contentPartition(ownerId: string, svcUserId: string): string {
  return `${ownerId}#${svcUserId}#content`;
}

/** Which files and operations there are on which field of a user. */
export function fieldWorkPartition(ownerId: string, svcUserId: string): string {
  return `${ownerId}#${svcUserId}#fields`;
}

/** What was noted of a field's work stands before the ids of the files and operations, ids being without `#`. */
export type NotedKind = 'file' | 'operation';

export const notedPrefix = 'on#';

export function notedKey(fieldId: string, kind: NotedKind, id: string): string {
  return `${notedPrefix}${fieldId}#${kind}#${id}`;
}

/** Where the points of a field lie, or of all fields with its id. */
export function fieldBoxKey(ownerId: string, fieldId: string): { pk: string; sk: string } {
  return { pk: `${ownerId}#box#${fieldId}`, sk: 'box' };
}

/** What readers of an owner's table in the lake leave out, or which files of it they read. */
export function lakePointerKey(ownerId: string, table: string): { pk: string; sk: string } {
  return { pk: `${ownerId}#lake`, sk: table };
}

/** The file of each shard of a table that readers see. */
export type LakeShards = Record<string, { ingestId: string; bytes: number }>;
