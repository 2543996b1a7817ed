import type { NewId } from '../clock.ts';
import { Problem } from '../errors.ts';
import { newUser } from './new-user.ts';
import type { NewServiceUser, ServiceUser } from './service-user.ts';
import type { UserStore } from './user-store.ts';

/** Maximum attempts: a user may be created, and deleted again, between the steps. */
const attempts = 5;

/**
 * The user with an external id, created if it does not exist. Of concurrent requests, one creates the user and the
 * others find it. An existing user does not change.
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
