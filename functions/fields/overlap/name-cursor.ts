import * as z from 'zod';
import { invalid } from '../../../domain/errors.ts';
import type { FieldName } from '../../../domain/fields/field-store.ts';

const nameSchema = z.strictObject({ svcUserId: z.string(), fieldId: z.string() });

/** The field behind which a page begins, in a form that fits a URL. */
export function encodeName(name: FieldName): string {
  return Buffer.from(JSON.stringify(name)).toString('base64url');
}

export function decodeName(cursor: string): FieldName {
  try {
    return nameSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    const detail = 'The cursor does not belong to this list. Take it unchanged from a Link header.';
    throw invalid('#/cursor', detail, 'cursorInvalid');
  }
}

/** Whether a field comes after another in the order of ids, those of equal ids in the order of their users. */
export function isAfter(name: FieldName, other: FieldName): boolean {
  return orderOf(name) > orderOf(other);
}

export function orderOf({ svcUserId, fieldId }: FieldName): string {
  return `${fieldId}#${svcUserId}`;
}
