import type { Field } from '../../../domain/fields/field.ts';
import type { FieldDirectory, FieldName } from '../../../domain/fields/field-store.ts';
import { type Finder, orNotFound } from '../../http/existence.ts';

/** Refuses paths below a field that is not there. */
export const fieldInPath: Finder<{ params: FieldName }, { fields: Pick<FieldDirectory, 'has'> }, FieldName> = async (
  { ownerId, params: { svcUserId, fieldId } },
  { fields },
) => orNotFound((await fields.has(ownerId, svcUserId, fieldId)) ? { svcUserId, fieldId } : undefined, 'field', fieldId);

/** A field with its active boundary. */
export async function wholeField(
  ownerId: string,
  { svcUserId, fieldId }: FieldName,
  fields: Pick<FieldDirectory, 'get'>,
): Promise<Field> {
  return orNotFound(await fields.get(ownerId, svcUserId, fieldId), 'field', fieldId);
}
