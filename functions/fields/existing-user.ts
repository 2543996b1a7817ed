import { notFound } from '../../domain/errors.ts';
import type { FieldsServices } from './services.ts';

/** Refuses paths below a user that is not there: its fields may still be waiting to be erased. */
export async function existingUser(ownerId: string, svcUserId: string, { users }: FieldsServices): Promise<void> {
  if (!(await users.get(ownerId, svcUserId))) throw notFound('user', svcUserId);
}
