import { notFound } from '../../../domain/errors.ts';
import { changedUser } from '../../../domain/users/changed-user.ts';
import type { Handler } from '../../http/exchange.ts';
import type { usersApi } from './api.ts';
import type { UsersServices } from './services.ts';

export const changeUser: Handler<typeof usersApi.operations.changeUser, UsersServices> = async (
  { params, body, owner },
  { users },
) => {
  const user = await users.change(owner.id, params.id, (before) => changedUser(before, body));
  if (!user) throw notFound('user', params.id);
  return { status: 200, body: user };
};
