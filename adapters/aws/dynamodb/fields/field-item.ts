import type { Boundary } from '../../../../domain/fields/boundary.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import { fieldsOf } from '../groups.ts';
import { indexed, withoutText } from '../index-text.ts';
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
}

/** The id comes first in the owner's list, the user only tells apart fields of two users with one id. */
export function fieldToItem(ownerId: string, { field, active, revision }: StoredField): Item {
  const { geometry: _, ...stored } = field;
  const { id, svcUserId, name, farmId } = field;
  const tie = `${id}#${svcUserId}`;
  return {
    ...fieldKey(ownerId, svcUserId, id),
    ownerKey: ownerId,
    listKey: `${fieldPrefix}${tie}`,
    nameKey: (name === undefined ? withoutText : indexed(name)) + tie,
    createdKey: `${field.createdTime}#${tie}`,
    updatedKey: `${field.updatedTime}#${tie}`,
    ...(farmId !== undefined && { groupKey: fieldsOf(ownerId, farmId) }),
    revision,
    active,
    field: stored,
  };
}

/** The field in an item; undefined when the item is the tombstone of one that is being deleted. */
export function fieldFromItem(item: Item): StoredField | undefined {
  const { field, active, revision } = item as Partial<StoredField>;
  return field && { field, active, revision: revision ?? 0 };
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
