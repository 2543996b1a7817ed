import { noUser } from '../../../domain/events/event.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';

/**
 * Filters out events of deleted users, which wait to be erased. Events of the owner itself, such as new satellite images, have no user and are
 * always shown.
 */
export async function unlessErased<T extends { svcUserId: string }>(
  ownerId: string,
  items: readonly T[],
  users: Pick<UserDirectory, 'existing'>,
): Promise<T[]> {
  const ofUsers = items.flatMap(({ svcUserId }) => (svcUserId === noUser ? [] : [svcUserId]));
  const existing = await users.existing(ownerId, ofUsers);
  return items.filter(({ svcUserId }) => svcUserId === noUser || existing.has(svcUserId));
}
