import { notFound } from '../../../domain/errors.ts';
import { newUser } from '../../../domain/users/new-user.ts';
import type { Handler } from '../../http/exchange.ts';
import type { usersApi } from './api.ts';
import type { UsersServices } from './services.ts';

export const replaceUser: Handler<typeof usersApi.operations.replaceUser, UsersServices> = async (
  { body, owner },
  { users },
) => {
  const { id, ...members } = body;
  const user = await users.change(owner.id, id, () => newUser(id, members));
  if (!user) throw notFound('user', id);
  return { status: 200, body: user };
};
