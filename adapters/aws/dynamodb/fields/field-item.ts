import type { Boundary } from '../../../../domain/fields/boundary.ts';
import type { Field } from '../../../../domain/fields/field.ts';
import type { Item } from '../table.ts';

const fieldPrefix = 'field#';

export function userPartition(ownerId: string, svcUserId: string): string {
  return `${ownerId}#${svcUserId}`;
}

export function fieldKey(ownerId: string, svcUserId: string, fieldId: string): { pk: string; sk: string } {
  return { pk: userPartition(ownerId, svcUserId), sk: fieldPrefix + fieldId };
}

export function farmKey(ownerId: string, svcUserId: string, farmId: number): { pk: string; sk: string } {
  return { pk: userPartition(ownerId, svcUserId), sk: `farm#${farmId}` };
}

export function boundaryPrefix(fieldId: string): string {
  return `boundary#${fieldId}#`;
}

export function boundaryKey(ownerId: string, svcUserId: string, fieldId: string, boundaryId: string) {
  return { pk: userPartition(ownerId, svcUserId), sk: boundaryPrefix(fieldId) + boundaryId };
}

/** The id comes first in the owner's list, the user only tells apart fields of two users with one id. */
export function fieldToItem(ownerId: string, field: Field): Item {
  const { geometry: _, ...stored } = field;
  return {
    ...fieldKey(ownerId, field.svcUserId, field.id),
    ownerKey: ownerId,
    listKey: `${fieldPrefix}${field.id}#${field.svcUserId}`,
    field: stored,
  };
}

export function fieldFromItem(item: Item): Field | undefined {
  return item.field as Field | undefined;
}

/** A boundary without its shape, and where the shape is: in the item as text, or in the bucket when it is large. */
export interface StoredBoundary extends Omit<Boundary, 'geometry'> {
  geometryText?: string;
  geometryKey?: string;
}

export function boundaryToItem(ownerId: string, svcUserId: string, fieldId: string, boundary: StoredBoundary): Item {
  return { ...boundaryKey(ownerId, svcUserId, fieldId, boundary.id), boundary };
}
