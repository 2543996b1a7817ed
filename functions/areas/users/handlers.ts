import { credentialsOf, wantedCredentials } from '../../../domain/credentials/wanted-credentials.ts';
import { notFound } from '../../../domain/errors.ts';
import { changedMembers } from '../../../domain/resource-members.ts';
import { newUser } from '../../../domain/users/new-user.ts';
import { type ServiceUser, userMembers } from '../../../domain/users/service-user.ts';
import type { Handlers } from '../../http/exchange.ts';
import type { usersApi } from './api.ts';
import type { UsersServices } from './services.ts';

export const userHandlers: Handlers<typeof usersApi.endpoints, UsersServices> = {
  async listUsers({ query, asked, owner }, { users }) {
    const page = await users.list(owner.id, query, asked);
    return { status: 200, page, body: page.items };
  },

  createUser: ({ body, owner, once }, { users, newId }) =>
    once<ServiceUser>(
      (commit) => users.create(owner.id, newUser(newId(), body), wantedCredentials(body), commit),
      (user) => ({ status: 201, body: user }),
    ),

  async replaceUser({ body: { id, ...members }, owner }, { users }) {
    const user = await users.change(
      owner.id,
      id,
      (before) => ({ ...newUser(id, members), ...credentialsOf(before) }),
      (before) => wantedCredentials(members, before),
    );
    if (!user) throw notFound('user', id);
    return { status: 200, body: user };
  },

  async getUser({ found }) {
    return { status: 200, body: found.user };
  },

  async changeUser({ params: { id }, body, owner }, { users }) {
    const user = await users.change(owner.id, id, (before) => changedMembers(userMembers, before, body));
    if (!user) throw notFound('user', id);
    return { status: 200, body: user };
  },

  async deleteUser({ params: { id }, owner }, { users }) {
    if (!(await users.remove(owner.id, id))) throw notFound('user', id);
    return { status: 204 };
  },
};
