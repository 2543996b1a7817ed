import { notFound } from '../../../domain/errors.ts';
import type { FieldsServices } from './services.ts';

/** Refuses paths below a user that is not there: its fields may still be waiting to be erased. */
export async function existingUser(ownerId: string, svcUserId: string, { users }: FieldsServices): Promise<void> {
  if (!(await users.get(ownerId, svcUserId))) throw notFound('user', svcUserId);
}

/** Leaves out what belongs to users that have been deleted: owner-wide lists hold it until it is erased. */
export async function ofExistingUsers<T extends { svcUserId: string }>(
  ownerId: string,
  items: T[],
  { users }: Pick<FieldsServices, 'users'>,
): Promise<T[]> {
  const existing = await users.existing(
    ownerId,
    items.map(({ svcUserId }) => svcUserId),
  );
  return items.filter(({ svcUserId }) => existing.has(svcUserId));
}
