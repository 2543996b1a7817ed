import { newUser } from '../../../domain/users/new-user.ts';
import type { Handler } from '../../http/exchange.ts';
import { usersApi } from './api.ts';
import type { UsersServices } from './services.ts';

export const createUser: Handler<typeof usersApi.operations.createUser, UsersServices> = async (
  { body, owner, request },
  { users, newId },
) => {
  const user = newUser(newId(), body);
  await users.create(owner.id, user);
  return { status: 201, headers: { location: `${request.base}${usersApi.base}/users/${user.id}` }, body: user };
};
