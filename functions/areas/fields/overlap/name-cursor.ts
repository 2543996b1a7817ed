import { cursorInvalid, readCursor, writeCursor } from '../../../../adapters/aws/cursor.ts';
import type { FieldName } from '../../../../domain/fields/field-store.ts';

/** Whose fields are searched: those of an owner, or of one user. */
export interface Searched {
  ownerId: string;
  svcUserId?: string | undefined;
}

/** The field behind which a page begins, in a form that fits a URL. */
export function encodeName(searched: Searched, { svcUserId, fieldId }: FieldName): string {
  return writeCursor(listOf(searched), [svcUserId, fieldId]);
}

/** @throws Problem `cursorInvalid` when it belongs to another search. */
export function decodeName(searched: Searched, cursor: string): FieldName {
  const [svcUserId, fieldId] = readCursor(listOf(searched), cursor);
  if (typeof svcUserId === 'string' && typeof fieldId === 'string') return { svcUserId, fieldId };
  throw cursorInvalid();
}

function listOf({ ownerId, svcUserId }: Searched) {
  return ['overlap', ownerId, svcUserId];
}

/** Whether a field comes after another in the order of ids, those of equal ids in the order of their users. */
export function isAfter(name: FieldName, other: FieldName): boolean {
  return orderOf(name) > orderOf(other);
}

export function orderOf({ svcUserId, fieldId }: FieldName): string {
  return `${fieldId}#${svcUserId}`;
}
