import type { IndexRange } from '../lists/index-range.ts';
import type { Item } from '../table.ts';

/** Kinds of records that are found by id alone, since their paths name no user. */
export type RecordKind = 'batch' | 'file' | 'operation';

/**
 * Key of a record, in a partition of its own.
 *
 * @example recordKey('o', 'b', 'batch') // { pk: 'o#b', sk: 'batch' }
 */
export function recordKey(ownerId: string, id: string, kind: RecordKind): { pk: string; sk: string } {
  return { pk: recordPartition(ownerId, id), sk: kind };
}

/** The partition of a record, with everything that is erased together with it. */
export function recordPartition(ownerId: string, id: string): string {
  return `${ownerId}#${id}`;
}

/**
 * Attributes that index a record in the lists of its owner and its user.
 *
 * @example recordListKeys('o', { id: 'b', svcUserId: 'u' }, 'batch').userKey // 'o#u#batch'
 */
export function recordListKeys(
  ownerId: string,
  { id, svcUserId }: { id: string; svcUserId: string },
  kind: RecordKind,
): Item {
  return { listKey: id, ownerKey: `${ownerId}#${kind}`, userKey: userListKey(ownerId, svcUserId, kind) };
}

/** Attributes that index a batch of a provider's file for the eraser alone: the lists do not show it. */
export function sourceListKeys(ownerId: string, { id, svcUserId }: { id: string; svcUserId: string }): Item {
  return { listKey: id, userKey: userListKey(ownerId, svcUserId, 'source') };
}

export function userListKey(ownerId: string, svcUserId: string, kind: RecordKind | 'source'): string {
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

/** The partition of a user with the file that holds each content of each provider. */
export function contentPartition(ownerId: string, svcUserId: string): string {
  return `${ownerId}#${svcUserId}#content`;
}

/**
 * The partition of a user with the index of files and operations by field.
 *
 * @example fieldWorkPartition('o', 'u') // 'o#u#fields'
 */
export function fieldWorkPartition(ownerId: string, svcUserId: string): string {
  return `${ownerId}#${svcUserId}#fields`;
}

/** Kinds of entries in the index of work; in keys they precede the id, which contains no `#`. */
export type NotedKind = 'file' | 'operation';

export const notedPrefix = 'on#';

/**
 * Sort key of the note that a file or operation worked a field; for an empty id, the prefix of all notes of the kind.
 *
 * @example notedKey('f', 'file', 'i') // 'on#f#file#i'
 */
export function notedKey(fieldId: string, kind: NotedKind, id: string): string {
  return `${notedPrefix}${fieldId}#${kind}#${id}`;
}

/** Key of the bounding box of the points of a field, or of all fields with its id. */
export function fieldBoxKey(ownerId: string, fieldId: string): { pk: string; sk: string } {
  return { pk: `${ownerId}#box#${fieldId}`, sk: 'box' };
}

/**
 * Key of the pointer of an owner's table in the lake: its excluded rows, or its files.
 *
 * @example lakePointerKey('o', 'points') // { pk: 'o#lake', sk: 'points' }
 */
export function lakePointerKey(ownerId: string, table: string): { pk: string; sk: string } {
  return { pk: `${ownerId}#lake`, sk: table };
}

/** The published file of each shard of a table. */
export type LakeShards = Record<string, { ingestId: string; bytes: number }>;
