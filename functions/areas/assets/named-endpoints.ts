import * as z from 'zod';
import { implementFilters, implementSchema, implementSortFields } from '../../../domain/assets/implement.ts';
import { layerFilters, layerSchema, layerSortFields } from '../../../domain/assets/layer.ts';
import { operatorFilters, operatorSchema, operatorSortFields } from '../../../domain/assets/operator.ts';
import { defineEndpoints } from '../../http/endpoint.ts';
import { userInPath } from '../../http/existence.ts';
import { idInPath, pageParameters } from '../../http/parameters.ts';
import { assetInPath, userPath } from './in-path.ts';

const beta = { access: 'owner', beta: true } as const;
const inIds =
  'Texts match exactly, and times are the first ones that are listed. Without `sort`, the list is in the order of ids.';

/** Implements, operators and layers, which nobody enters by hand. */
export const namedEndpoints = defineEndpoints({
  listImplements: {
    method: 'GET',
    path: '/users/{svcUserId}/implements',
    summary: 'List the implements of a user',
    description: inIds,
    ...beta,
    paged: true,
    params: userPath,
    exists: { user: userInPath },
    query: z.strictObject({ ...implementFilters, ...pageParameters(implementSortFields) }),
    responses: { 200: { description: 'One page of implements.', schema: z.array(implementSchema) } },
  },
  getImplement: {
    method: 'GET',
    path: '/users/{svcUserId}/implements/{implementId}',
    summary: 'Get an implement',
    ...beta,
    params: userPath.extend({ implementId: idInPath.describe('Id of the implement, as `…/implements` lists it.') }),
    exists: { user: userInPath, implement: assetInPath('implement') },
    responses: { 200: { description: 'The implement.', schema: implementSchema } },
  },
  separateImplement: {
    method: 'POST',
    path: '/users/{svcUserId}/implements/{implementId}/separate',
    summary: 'Take a wrongly matched implement apart',
    description:
      'For an implement of a provider that is not the one that files name with its serial number (`inFiles`). The implement with this id is the one from files again; the one of the provider gets an id of its own, and is never matched again.',
    ...beta,
    addition: true,
    conflict: 'The implement is not matched with one from files (`assetNotMatched`).',
    params: userPath.extend({ implementId: idInPath.describe('Id of the implement, as `…/implements` lists it.') }),
    exists: { user: userInPath, implement: assetInPath('implement') },
    responses: { 200: { description: 'The implement of the provider.', schema: implementSchema } },
  },
  listOperators: {
    method: 'GET',
    path: '/users/{svcUserId}/operators',
    summary: 'List the operators of machines of a user',
    description: inIds,
    ...beta,
    paged: true,
    params: userPath,
    exists: { user: userInPath },
    query: z.strictObject({ ...operatorFilters, ...pageParameters(operatorSortFields) }),
    responses: { 200: { description: 'One page of operators.', schema: z.array(operatorSchema) } },
  },
  getOperator: {
    method: 'GET',
    path: '/users/{svcUserId}/operators/{operatorId}',
    summary: 'Get an operator of machines',
    ...beta,
    params: userPath.extend({ operatorId: idInPath.describe('Id of the operator, as `…/operators` lists it.') }),
    exists: { user: userInPath, operator: assetInPath('operator') },
    responses: { 200: { description: 'The operator.', schema: operatorSchema } },
  },
  listLayers: {
    method: 'GET',
    path: '/users/{svcUserId}/layers',
    summary: 'List the aerial layers of a user',
    description: 'Layers come from providers, none of which is read yet.',
    ...beta,
    paged: true,
    params: userPath,
    exists: { user: userInPath },
    query: z.strictObject({ ...layerFilters, ...pageParameters(layerSortFields) }),
    responses: { 200: { description: 'One page of layers.', schema: z.array(layerSchema) } },
  },
});
