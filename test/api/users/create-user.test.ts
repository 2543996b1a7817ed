import { expect, test } from 'vitest';
import type { ServiceUser } from '../../../domain/users/service-user.ts';
import { freshOwner } from '../owner.ts';

const users = '/services/usermanagement/api/users';
const owner = await freshOwner();

test('a user is created with an id, an address and no credentials', async () => {
  const created = await owner.post<ServiceUser>(users, { name: 'Ada', email: 'ada@example.com' });
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({ name: 'Ada', email: 'ada@example.com', johnDeereCredentials: {} });
  expect(await owner.get(created.headers.get('location') ?? '')).toMatchObject({ status: 200, body: created.body });
});
