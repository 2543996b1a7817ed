import type { NewId } from '../clock.ts';
import { Problem } from '../errors.ts';
import { newUser } from './new-user.ts';
import type { NewServiceUser, ServiceUser } from './service-user.ts';
import type { UserStore } from './user-store.ts';

/** A user may be made, and deleted again, between the steps; so often that does not happen in a row. */
const attempts = 5;

/**
 * The user that has an external id, or a new one with it. Of requests at once, one makes the user and the others find it. A user that is there stays as
 * it is.
 */
export async function findOrCreateUser(
  ownerId: string,
  wanted: NewServiceUser & { externalId: string },
  { users, newId }: { users: Pick<UserStore, 'withExternalId' | 'create'>; newId: NewId },
): Promise<ServiceUser> {
  for (let attempt = 1; ; attempt += 1) {
    const known = await users.withExternalId(ownerId, wanted.externalId);
    if (known) return known;
    try {
      return await users.create(ownerId, newUser(newId(), wanted));
    } catch (error) {
      const isTaken = error instanceof Problem && error.errorKey === 'externalIdTaken';
      if (!isTaken || attempt === attempts) throw error;
    }
  }
}
