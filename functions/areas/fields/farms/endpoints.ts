import * as z from 'zod';
import { type Farm, farmMembers, farmSchema, givenFarmSchema } from '../../../../domain/farms/farm.ts';
import { type FarmStore, farmFilters, farmSortFields } from '../../../../domain/farms/farm-store.ts';
import { recordNumber } from '../../../../domain/record-number.ts';
import { readOnlyIn } from '../../../../domain/resource-members.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { type Finder, orNotFound, userInPath } from '../../../http/existence.ts';
import { pageParameters, userIdInPath } from '../../../http/parameters.ts';

const ofUser = z.object({ svcUserId: userIdInPath });
const params = ofUser.extend({ id: recordNumber.describe('Number of the farm, as `GET /farms` lists it.') });
const example = { name: 'North farm', growerId: 1 };
const readOnly = readOnlyIn(farmMembers, 'created');
const body = { kind: 'json', schema: givenFarmSchema, readOnly, example } as const;

const farmOfUser: Finder<
  { params: { svcUserId: string; id: number } },
  { farms: Pick<FarmStore, 'get'> },
  Farm
> = async ({ ownerId, params }, { farms }) =>
  orNotFound(await farms.get(ownerId, params.svcUserId, params.id), 'farm', params.id);

/** Farms: groups of fields. */
export const farmEndpoints = defineEndpoints({
  listFarms: {
    method: 'GET',
    path: '/farms',
    summary: 'List farms',
    description:
      'Lists the farms of all users of the owner, with `svcUserId` of one user, or of one grower. Without `sort`, the oldest comes first.',
    access: 'owner',
    paged: true,
    query: z.strictObject({
      ...farmFilters,
      ...pageParameters(farmSortFields),
    }),
    responses: { 200: { description: 'One page of farms.', schema: z.array(farmSchema) } },
  },
  getFarm: {
    method: 'GET',
    path: '/users/{svcUserId}/farms/{id}',
    summary: 'Get a farm',
    description: 'A farm of the user in the path, also one that a provider made. 404 for a farm of another user.',
    access: 'owner',
    params,
    exists: { user: userInPath, farm: farmOfUser },
    responses: { 200: { description: 'The farm.', schema: farmSchema } },
  },
  createFarm: {
    method: 'POST',
    path: '/users/{svcUserId}/farms',
    summary: 'Create a farm',
    description:
      'Ids are integers, unique per owner. They increase, may have gaps and are never reused. 404 `growerNotFound` when the user has no grower with the `growerId`.',
    access: 'owner',
    idempotent: true,
    params: ofUser,
    exists: { user: userInPath },
    body,
    responses: {
      201: {
        description: 'The farm, with its URL in `Location`.',
        schema: farmSchema,
        location: '/users/{svcUserId}/farms/{id}',
      },
    },
  },
  replaceFarm: {
    method: 'PUT',
    path: '/users/{svcUserId}/farms/{id}',
    summary: 'Replace the name and the grower of a farm',
    description:
      'Without `growerId`, the farm has no grower afterwards. Changing a farm that comes from a provider is refused with 400 `providerMade`.',
    access: 'owner',
    conflict: 'The farm is being changed by several requests at once.',
    params,
    exists: { user: userInPath, farm: 'ownWrite' },
    body,
    responses: { 200: { description: 'The farm after the change.', schema: farmSchema } },
  },
});
