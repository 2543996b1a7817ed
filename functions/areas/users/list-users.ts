import type { Handler } from '../../http/exchange.ts';
import { pageHeaders } from '../../http/page-headers.ts';
import { pageOf } from '../../http/parameters.ts';
import type { usersApi } from './api.ts';
import type { UsersServices } from './services.ts';

export const listUsers: Handler<typeof usersApi.operations.listUsers, UsersServices> = async (
  { query, owner, request },
  { users },
) => {
  const asked = { ...pageOf(query), indexed: owner.indexed };
  const page = await users.list(owner.id, query, asked);
  return { status: 200, headers: pageHeaders(request, asked, page), body: page.items };
};
