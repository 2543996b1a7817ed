import type { FieldsServices } from './services.ts';

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
