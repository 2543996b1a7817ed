import type { Boundary } from '../../../../domain/fields/boundary.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import { fieldsOf } from '../groups.ts';
import { indexed, withoutText } from '../lists/index-text.ts';
import { type Trait, traitKey } from '../lists/traits.ts';
import type { Item } from '../table.ts';

export const fieldPrefix = 'field#';

export function userPartition(ownerId: string, svcUserId: string): string {
  return `${ownerId}#${svcUserId}`;
}

export function fieldKey(ownerId: string, svcUserId: string, fieldId: string): { pk: string; sk: string } {
  return { pk: userPartition(ownerId, svcUserId), sk: fieldPrefix + fieldId };
}

/** The id of the field that a key of a list names. */
export function fieldIdIn({ sk }: Item): string {
  return String(sk).slice(fieldPrefix.length);
}

export function boundaryPrefix(fieldId: string): string {
  return `boundary#${fieldId}#`;
}

export function boundaryKey(ownerId: string, svcUserId: string, fieldId: string, boundaryId: string) {
  return { pk: userPartition(ownerId, svcUserId), sk: boundaryPrefix(fieldId) + boundaryId };
}

/** What a field's item says of its active boundary, so that lists, searches and changes need not read it. */
export interface ActiveBoundary {
  id: string;
  /** The cells of the spatial index that lead to it. */
  cells: string[];
  /** Length of its shape as text. */
  geometryBytes: number;
  providerStatus?: string | undefined;
}

/** A field as it is stored. */
export interface StoredField {
  field: Field;
  active?: ActiveBoundary | undefined;
  /** Counts the changes: each is made on the revision that it has read. */
  revision: number;
  /** Whether it is part of the counts of its owner and user; fields from before there were any are not until they are indexed. */
  counted?: boolean | undefined;
}

/** The id comes first in the owner's list, the user only tells apart fields of two users with one id. */
export function fieldListKey(fieldId: string, svcUserId: string): string {
  return `${fieldPrefix}${fieldId}#${svcUserId}`;
}

/** The trait that every field has: its type and status together, so that the field's own item is found by either. */
export function fieldState(type: Field['type'], status: Field['status']): Trait {
  return ['state', `${type} ${status}`];
}

export function fieldToItem(ownerId: string, { field, active, revision, counted }: StoredField): Item {
  const { geometry: _, ...stored } = field;
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
    ...(counted && { counted }),
    active,
    field: stored,
  };
}

/** The field in an item; undefined when the item is the tombstone of one that is being deleted. */
export function fieldFromItem(item: Item): StoredField | undefined {
  const { field, active, revision, counted } = item as Partial<StoredField>;
  return field && { field, active, revision: revision ?? 0, counted };
}

/** A boundary without its shape, and where the shape is: in the item as text, or in the bucket when it is large. */
export interface StoredBoundary extends Omit<Boundary, 'geometry'> {
  geometryText?: string;
  geometryKey?: string;
  /** Length of the text, wherever it is. */
  geometryBytes: number;
}

export function boundaryToItem(ownerId: string, svcUserId: string, fieldId: string, boundary: StoredBoundary): Item {
  return { ...boundaryKey(ownerId, svcUserId, fieldId, boundary.id), boundary };
}
