import type { Boundary } from '../../../../domain/fields/boundary.ts';
import { type Field, fieldMembers } from '../../../../domain/fields/field.ts';
import { storedMembers } from '../../../../domain/resource-members.ts';
import { fieldsOf } from '../groups.ts';
import { indexed, withoutText } from '../lists/index-text.ts';
import { type Trait, traitKey } from '../lists/traits.ts';
import type { Item } from '../table.ts';

export const fieldPrefix = 'field#';

/**
 * The partition of a user's items.
 *
 * @example userPartition('o', 'u') // 'o#u'
 */
export function userPartition(ownerId: string, svcUserId: string): string {
  return `${ownerId}#${svcUserId}`;
}

/**
 * Key of a field, in the partition of its user.
 *
 * @example fieldKey('o', 'u', 'f') // { pk: 'o#u', sk: 'field#f' }
 */
export function fieldKey(ownerId: string, svcUserId: string, fieldId: string): { pk: string; sk: string } {
  return { pk: userPartition(ownerId, svcUserId), sk: fieldPrefix + fieldId };
}

/** The field id in a key of a list. */
export function fieldIdIn({ sk }: Item): string {
  return String(sk).slice(fieldPrefix.length);
}

export function boundaryPrefix(fieldId: string): string {
  return `boundary#${fieldId}#`;
}

/**
 * Key of one version of a field's boundary.
 *
 * @example boundaryKey('o', 'u', 'f', 'b') // { pk: 'o#u', sk: 'boundary#f#b' }
 */
export function boundaryKey(ownerId: string, svcUserId: string, fieldId: string, boundaryId: string) {
  return { pk: userPartition(ownerId, svcUserId), sk: boundaryPrefix(fieldId) + boundaryId };
}

/** The active boundary in a field's item, for lists, searches and changes that do not read the boundary. */
export interface ActiveBoundary {
  id: string;
  /** The cells of its entries in the spatial index. */
  cells: string[];
  /** Length of its shape as text. */
  geometryBytes: number;
  providerStatus?: string | undefined;
}

/** A field as it is stored. */
export interface StoredField {
  field: Field;
  active?: ActiveBoundary | undefined;
  /** Number of changes; each change is conditional on the revision that it read. */
  revision: number;
}

/** Key in the owner's list: the id comes first, the user distinguishes fields of two users with the same id. */
export function fieldListKey(fieldId: string, svcUserId: string): string {
  return `${fieldPrefix}${fieldId}#${svcUserId}`;
}

/** The trait of every field: type and status together, so that filters by either find it. */
export function fieldState(type: Field['type'], status: Field['status']): Trait {
  return ['state', `${type} ${status}`];
}

/**
 * The item of a field, with the attributes that index it in lists.
 *
 * @example const Item = fieldToItem(ownerId, stored);
 */
export function fieldToItem(ownerId: string, { field, active, revision }: StoredField): Item {
  const { id, svcUserId, name, farmId, type, status } = field;
  const tie = `${id}#${svcUserId}`;
  return {
    ...fieldKey(ownerId, svcUserId, id),
    ownerKey: ownerId,
    listKey: fieldListKey(id, svcUserId),
    traitKey: traitKey(ownerId, 'field', fieldState(type, status)),
    nameKey: (name === undefined ? withoutText : indexed(name)) + tie,
    createdKey: `${field.createdTime}#${tie}`,
    updatedKey: `${field.updatedTime}#${tie}`,
    ...(farmId !== undefined && { groupKey: fieldsOf(ownerId, farmId) }),
    revision,
    active,
    field: storedMembers(fieldMembers, field),
  };
}

/**
 * The field in an item; undefined for the tombstone of a field that is being deleted.
 *
 * @example const stored = item && fieldFromItem(item);
 */
export function fieldFromItem(item: Item): StoredField | undefined {
  const { field, active, revision } = item as Partial<StoredField>;
  return field && { field, active, revision: Number(revision) };
}

/** A boundary without its shape, which is in the item as text or, if it is large, in the bucket. */
export interface StoredBoundary extends Omit<Boundary, 'geometry'> {
  geometryText?: string;
  geometryKey?: string;
  /** Length of the shape as text, wherever it is stored. */
  geometryBytes: number;
}

export function boundaryToItem(ownerId: string, svcUserId: string, fieldId: string, boundary: StoredBoundary): Item {
  return { ...boundaryKey(ownerId, svcUserId, fieldId, boundary.id), boundary };
}
