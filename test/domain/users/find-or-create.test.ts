import { expect, test } from 'vitest';
import { Problem } from '../../../domain/errors.ts';
import { findOrCreateUser } from '../../../domain/users/find-or-create.ts';
import type { ServiceUser } from '../../../domain/users/service-user.ts';

const wanted = { externalId: 'grower-17', name: 'Ada', email: 'ada@example.com' };

/** A store of users by external id; `before` may create one between finding and creating. */
function usersIn(known: Map<string, ServiceUser>, before: (attempt: number) => void = () => {}) {
  let attempt = 0;
  return {
    withExternalId: async (_: string, externalId: string) => known.get(externalId),
    async create(_: string, user: ServiceUser) {
      attempt += 1;
      before(attempt);
      const { externalId = '' } = user;
      if (known.has(externalId)) throw new Problem('conflict', 'taken', { errorKey: 'externalIdTaken' });
      known.set(externalId, user);
      return user;
    },
  };
}

test('an existing user is found and left as it is', async () => {
  const known = new Map([['grower-17', { id: 'a', name: 'Another name' } as ServiceUser]]);
  const found = await findOrCreateUser('owner', wanted, { users: usersIn(known), newId: () => 'b' });
  expect(found).toEqual({ id: 'a', name: 'Another name' });
});

test('a user created meanwhile by another request is found', async () => {
  const known = new Map<string, ServiceUser>();
  const other = { id: 'other' } as ServiceUser;
  const users = usersIn(known, () => known.set('grower-17', other));
  expect(await findOrCreateUser('owner', wanted, { users, newId: () => 'b' })).toBe(other);
});

test('a missing user is created', async () => {
  const users = usersIn(new Map());
  expect(await findOrCreateUser('owner', wanted, { users, newId: () => 'b' })).toMatchObject({ id: 'b', ...wanted });
});

test('other errors are thrown, and an external id that is always taken ends the attempts', async () => {
  const broken = { withExternalId: async () => undefined, create: async () => Promise.reject(new Error('broken')) };
  await expect(findOrCreateUser('owner', wanted, { users: broken, newId: () => 'b' })).rejects.toThrow('broken');
  const taken = {
    withExternalId: async () => undefined,
    create: async () => Promise.reject(new Problem('conflict', 'taken', { errorKey: 'externalIdTaken' })),
  };
  await expect(findOrCreateUser('owner', wanted, { users: taken, newId: () => 'b' })).rejects.toThrow('taken');
});
