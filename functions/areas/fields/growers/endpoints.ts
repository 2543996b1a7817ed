import * as z from 'zod';
import { type Grower, givenGrowerSchema, growerMembers, growerSchema } from '../../../../domain/growers/grower.ts';
import { type GrowerStore, growerFilters, growerSortFields } from '../../../../domain/growers/grower-store.ts';
import { recordNumber } from '../../../../domain/record-number.ts';
import { readOnlyIn } from '../../../../domain/resource-members.ts';
import type { UserDirectory } from '../../../../domain/users/user-store.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { type Finder, ofExistingUser, orNotFound, userInPath } from '../../../http/existence.ts';
import { pageParameters, userIdInPath } from '../../../http/parameters.ts';

const ofUser = z.object({ svcUserId: userIdInPath });
const params = ofUser.extend({ id: recordNumber.describe('Number of the grower, as `GET /growers` lists it.') });
const example = { name: 'Meadow Farming Ltd' };
const readOnly = readOnlyIn(growerMembers, 'created');
const body = { kind: 'json', schema: givenGrowerSchema, readOnly, example } as const;

const growerOfUser: Finder<
  { params: { svcUserId: string; id: number } },
  { growers: Pick<GrowerStore, 'get'> },
  Grower
> = async ({ ownerId, params }, { growers }) =>
  orNotFound(await growers.get(ownerId, params.svcUserId, params.id), 'grower', params.id);

/** That of any user of the owner, unless the user is not there. */
const growerOfOwner: Finder<
  { params: { id: number } },
  { growers: Pick<GrowerStore, 'find'>; users: Pick<UserDirectory, 'get'> },
  Grower
> = async ({ ownerId, params: { id } }, { growers, users }) =>
  ofExistingUser(ownerId, await growers.find(ownerId, id), users, ['grower', id]);

/** Growers: the businesses above farms. */
export const growerEndpoints = defineEndpoints({
  listGrowers: {
    method: 'GET',
    path: '/growers',
    summary: 'List growers',
    description:
      'Lists the growers of all users of the owner, or with `svcUserId` of one user. Filters match exactly. Without `sort`, the oldest comes first.',
    access: 'owner',
    paged: true,
    query: z.strictObject({
      ...growerFilters,
      ...pageParameters(growerSortFields),
    }),
    responses: { 200: { description: 'One page of growers.', schema: z.array(growerSchema) } },
  },
  findGrower: {
    method: 'GET',
    path: '/growers/{id}',
    summary: 'Get a grower without naming its user',
    access: 'owner',
    deprecated: 'Use `GET /users/{svcUserId}/growers/{id}`.',
    addition: true,
    params: z.object({ id: recordNumber.describe('Number of the grower, as `GET /growers` lists it.') }),
    exists: { grower: growerOfOwner },
    responses: { 200: { description: 'The grower.', schema: growerSchema } },
  },
  getGrower: {
    method: 'GET',
    path: '/users/{svcUserId}/growers/{id}',
    summary: 'Get a grower',
    description: 'A grower of the user in the path, also one that a provider made. 404 for a grower of another user.',
    access: 'owner',
    params,
    exists: { user: userInPath, grower: growerOfUser },
    responses: { 200: { description: 'The grower.', schema: growerSchema } },
  },
  createGrower: {
    method: 'POST',
    path: '/users/{svcUserId}/growers',
    summary: 'Create a grower',
    description: 'Ids are integers, unique per owner. They increase, may have gaps and are never reused.',
    access: 'owner',
    idempotent: true,
    params: ofUser,
    exists: { user: userInPath },
    body,
    responses: {
      201: {
        description: 'The grower, with its URL in `Location`.',
        schema: growerSchema,
        location: '/users/{svcUserId}/growers/{id}',
      },
    },
  },
  replaceGrower: {
    method: 'PUT',
    path: '/users/{svcUserId}/growers/{id}',
    summary: 'Rename a grower',
    description: 'Renaming a grower that comes from a provider is refused with 400 `providerMade`.',
    access: 'owner',
    conflict: 'The grower is being changed by several requests at once.',
    params,
    exists: { user: userInPath, grower: 'ownWrite' },
    body,
    responses: { 200: { description: 'The grower after the change.', schema: growerSchema } },
  },
});
