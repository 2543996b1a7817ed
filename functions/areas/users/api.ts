import * as z from 'zod';
import { readOnlyIn } from '../../../domain/resource-members.ts';
import {
  changedServiceUserSchema,
  newServiceUserSchema,
  replacedServiceUserSchema,
  serviceUserSchema,
  userMembers,
} from '../../../domain/users/service-user.ts';
import { userFilters, userSortFields } from '../../../domain/users/user-store.ts';
import { defineArea } from '../../http/endpoint.ts';
import { userById } from '../../http/existence.ts';
import { idInPath, pageParameters } from '../../http/parameters.ts';

const params = z.object({ id: idInPath.describe('Id of the service user, as `GET /users` lists it.') });
const example = { name: 'Ada Grower', email: 'ada@example.com', externalId: 'grower-17' };
const exampleId = '0198c2a0-0000-7000-8000-000000000000';
const conflict =
  'Another user has this externalId, or the user has a different credential for a provider named in the body.';

/** Area C: the end users of an owner's application. */
export const usersApi = defineArea({
  name: 'users',
  title: 'Service users',
  letter: 'C',
  description:
    "The end users of an API owner's application, for example growers. All farm data belongs to a service user.",
  base: '/services/usermanagement/api',
  takes: '',
  endpoints: {
    listUsers: {
      method: 'GET',
      path: '/users',
      summary: 'List service users',
      description: 'Filters match exactly; `email` ignores case. Without `sort`, the oldest user comes first.',
      access: 'owner',
      paged: true,
      query: z.strictObject({
        ...userFilters,
        ...pageParameters(userSortFields),
      }),
      responses: { 200: { description: 'One page of users.', schema: z.array(serviceUserSchema) } },
    },
    createUser: {
      method: 'POST',
      path: '/users',
      summary: 'Create a service user',
      description:
        'Needs a name and an e-mail address. 409 `externalIdTaken` if another user has the `externalId`. Credentials of another user are moved by naming their `id`.',
      access: 'owner',
      idempotent: true,
      conflict,
      body: { kind: 'json', schema: newServiceUserSchema, readOnly: readOnlyIn(userMembers, 'created'), example },
      responses: {
        201: {
          description: 'The user, with its URL in `Location`.',
          schema: serviceUserSchema,
          location: '/users/{id}',
        },
      },
    },
    replaceUser: {
      method: 'PUT',
      path: '/users',
      summary: 'Replace a service user',
      description:
        'Replaces the user with the `id` in the body. Members that are left out are removed, including credentials. A credential of another user that is named by its id moves to this user.',
      access: 'owner',
      conflict,
      body: { kind: 'json', schema: replacedServiceUserSchema, example: { id: exampleId, ...example } },
      responses: { 200: { description: 'The user after the change.', schema: serviceUserSchema } },
    },
    getUser: {
      method: 'GET',
      path: '/users/{id}',
      summary: 'Get a service user',
      description:
        'The user with the state of each credential; `{}` for a provider without one. 404 for a user that was deleted.',
      access: 'ownerOrApiKey',
      params,
      exists: { user: userById },
      responses: { 200: { description: 'The user with its credentials.', schema: serviceUserSchema } },
    },
    changeUser: {
      method: 'PATCH',
      path: '/users/{id}',
      summary: 'Change some members of a service user',
      description: 'Only the given members change; null clears an optional member. Credentials do not change.',
      access: 'owner',
      conflict,
      params,
      exists: { user: 'ownWrite' },
      body: {
        kind: 'json',
        schema: changedServiceUserSchema,
        readOnly: readOnlyIn(userMembers, 'changed'),
        example: { phone: '+1 555 0100' },
      },
      responses: { 200: { description: 'The user after the change.', schema: serviceUserSchema } },
    },
    deleteUser: {
      method: 'DELETE',
      path: '/users/{id}',
      summary: 'Delete a service user and all its data',
      description:
        'The user disappears from all responses at once; its data is erased in the background. Deletion cannot be undone.',
      access: 'owner',
      params,
      exists: { user: 'ownWrite' },
      responses: { 204: { description: 'Deleted.' } },
    },
  },
});
