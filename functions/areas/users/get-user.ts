import { notFound } from '../../../domain/errors.ts';
import type { Handler } from '../../http/exchange.ts';
import type { usersApi } from './api.ts';
import type { UsersServices } from './services.ts';

export const getUser: Handler<typeof usersApi.operations.getUser, UsersServices> = async (
  { params, owner },
  { users },
) => {
  const user = await users.get(owner.id, params.id);
  if (!user) throw notFound('user', params.id);
  return { status: 200, body: user };
};
