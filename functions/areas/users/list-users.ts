import type { Handler } from '../../http/exchange.ts';
import type { usersApi } from './api.ts';
import type { UsersServices } from './services.ts';

export const listUsers: Handler<typeof usersApi.operations.listUsers, UsersServices> = async (
  { query, asked, owner },
  { users },
) => {
  const page = await users.list(owner.id, query, { ...asked, indexed: owner.indexed });
  return { status: 200, page, body: page.items };
};
