import * as z from 'zod';
import {
  type Grower,
  givenGrowerSchema,
  growerReadOnlyMembers,
  growerSchema,
} from '../../../../domain/growers/grower.ts';
import { type GrowerStore, growerFilters, growerSortFields } from '../../../../domain/growers/grower-store.ts';
import { recordNumber } from '../../../../domain/record-number.ts';
import type { UserDirectory } from '../../../../domain/users/user-store.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { type Finder, ofExistingUser, orNotFound, userInPath } from '../../../http/existence.ts';
import { idInPath, pageParameters } from '../../../http/parameters.ts';

const ofUser = z.object({ svcUserId: idInPath });
const params = ofUser.extend({ id: recordNumber });
const example = { name: 'Meadow Farming Ltd' };
const body = { kind: 'json', schema: givenGrowerSchema, readOnly: growerReadOnlyMembers, example } as const;

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
      'Of all users of the owner, or of one with `svcUserId`. Filters match exactly. Without `sort`, the oldest comes first.',
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
    params: z.object({ id: recordNumber }),
    exists: { grower: growerOfOwner },
    responses: { 200: { description: 'The grower.', schema: growerSchema } },
  },
  getGrower: {
    method: 'GET',
    path: '/users/{svcUserId}/growers/{id}',
    summary: 'Get a grower',
    access: 'owner',
    params,
    exists: { user: userInPath, grower: growerOfUser },
    responses: { 200: { description: 'The grower.', schema: growerSchema } },
  },
  createGrower: {
    method: 'POST',
    path: '/users/{svcUserId}/growers',
    summary: 'Create a grower',
    description: 'It gets the next number of the owner. Numbers may have gaps, and none is given twice.',
    access: 'owner',
    idempotent: true,
    params: ofUser,
    exists: { user: userInPath },
    body,
    responses: {
      201: {
        description: 'The grower, with its address in `Location`.',
        schema: growerSchema,
        location: '/users/{svcUserId}/growers/{id}',
      },
    },
  },
  replaceGrower: {
    method: 'PUT',
    path: '/users/{svcUserId}/growers/{id}',
    summary: 'Rename a grower',
    description: 'A grower that a provider made is refused with 400 `providerMade`.',
    access: 'owner',
    conflict: 'The grower is being changed by several requests at once.',
    params,
    exists: { user: userInPath, grower: 'ownWrite' },
    body,
    responses: { 200: { description: 'The grower as it is now.', schema: growerSchema } },
  },
});
