import { noUser } from '../../../domain/events/event.ts';
import type { UserDirectory } from '../../../domain/users/user-store.ts';

/**
 * What belongs to users that are there, and to the owner itself. Events of users that were deleted wait to be erased, and are shown no longer; those
 * of the owner itself, such as new satellite images, have no user that could be deleted.
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
