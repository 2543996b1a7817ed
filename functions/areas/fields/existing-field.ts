import { notFound } from '../../../domain/errors.ts';
import type { FieldName } from '../../../domain/fields/field-store.ts';
import { existingUser } from './existing-user.ts';
import type { FieldsServices } from './services.ts';

/** Refuses paths below a field that is not there. */
export async function existingField(
  ownerId: string,
  { svcUserId, fieldId }: FieldName,
  services: FieldsServices,
): Promise<void> {
  await existingUser(ownerId, svcUserId, services);
  if (!(await services.fields.has(ownerId, svcUserId, fieldId))) throw notFound('field', fieldId);
}
