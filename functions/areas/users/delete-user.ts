import { notFound } from '../../../domain/errors.ts';
import type { Handler } from '../../http/exchange.ts';
import type { usersApi } from './api.ts';
import type { UsersServices } from './services.ts';

export const deleteUser: Handler<typeof usersApi.operations.deleteUser, UsersServices> = async (
  { params, owner },
  { users },
) => {
  if (!(await users.remove(owner.id, params.id))) throw notFound('user', params.id);
  return { status: 204 };
};
