import * as z from 'zod';
import {
  changedMachineSchema,
  machineMembers,
  machineSchema,
  newMachineSchema,
} from '../../../domain/assets/machine.ts';
import {
  createdInOrder,
  machineFilters,
  machineSortFields,
  updatedInOrder,
} from '../../../domain/assets/machine-list.ts';
import { machineWorkFilters, machineWorkSchema, machineWorkSortFields } from '../../../domain/assets/machine-work.ts';
import { inOrder } from '../../../domain/parameters.ts';
import { readOnlyIn } from '../../../domain/resource-members.ts';
import { defineEndpoints } from '../../http/endpoint.ts';
import { userInPath } from '../../http/existence.ts';
import { idInPath, pageParameters } from '../../http/parameters.ts';
import { assetInPath, userPath } from './in-path.ts';

const params = userPath.extend({ machineId: idInPath.describe('Id of the machine, as `…/machines` lists it.') });
const exists = { user: userInPath, machine: assetInPath('machine') };
const beta = { access: 'owner', beta: true } as const;
const example = { name: 'Harvester 2', make: 'John Deere', model: 'S770', category: 'Harvester', modelYear: 2021 };
const notByHand =
  'The machine was found in files or comes from a provider (`machineNotUserCreated`), or is being changed by several requests at once.';

/** Machines, by hand and from files, and their work. */
export const machineEndpoints = defineEndpoints({
  listMachines: {
    method: 'GET',
    path: '/users/{svcUserId}/machines',
    summary: 'List the machines of a user',
    description: 'Texts match exactly. Without `sort`, machines come in the order of their ids.',
    ...beta,
    paged: true,
    params: userPath,
    exists: { user: userInPath },
    query: z
      .strictObject({ ...machineFilters, ...pageParameters(machineSortFields) })
      .refine(...createdInOrder)
      .refine(...updatedInOrder),
    responses: { 200: { description: 'One page of machines.', schema: z.array(machineSchema) } },
  },
  createMachine: {
    method: 'POST',
    path: '/users/{svcUserId}/machines',
    summary: 'Enter a machine by hand',
    description:
      'The machine has the `originType` `USER_CREATED`. A machine with the same serial number that was found in files stays a record of its own.',
    ...beta,
    idempotent: true,
    params: userPath,
    exists: { user: userInPath },
    body: { kind: 'json', schema: newMachineSchema, readOnly: readOnlyIn(machineMembers, 'created'), example },
    responses: {
      201: {
        description: 'The machine, with its URL in `Location`.',
        schema: machineSchema,
        location: '/users/{svcUserId}/machines/{id}',
      },
    },
  },
  getMachine: {
    method: 'GET',
    path: '/users/{svcUserId}/machines/{machineId}',
    summary: 'Get a machine',
    ...beta,
    params,
    exists,
    responses: { 200: { description: 'The machine.', schema: machineSchema } },
  },
  changeMachine: {
    method: 'PATCH',
    path: '/users/{svcUserId}/machines/{machineId}',
    summary: 'Change some members of a machine',
    description:
      'Only the given members change; null clears an optional one. Only machines that were entered by hand can be changed.',
    ...beta,
    conflict: notByHand,
    params,
    exists: { user: userInPath, machine: 'ownWrite' },
    body: {
      kind: 'json',
      schema: changedMachineSchema,
      readOnly: readOnlyIn(machineMembers, 'changed'),
      example: { name: 'Harvester 3', modelYear: null },
    },
    responses: { 200: { description: 'The machine after the change.', schema: machineSchema } },
  },
  deleteMachine: {
    method: 'DELETE',
    path: '/users/{svcUserId}/machines/{machineId}',
    summary: 'Delete a machine',
    description: 'Only machines that were entered by hand can be deleted.',
    ...beta,
    conflict: notByHand,
    params,
    exists,
    responses: { 204: { description: 'Deleted.' } },
  },
  separateMachine: {
    method: 'POST',
    path: '/users/{svcUserId}/machines/{machineId}/separate',
    summary: 'Take a wrongly matched machine apart',
    description:
      'For a machine of a provider that is not the one that files name with its VIN or serial number (`inFiles`). The machine with this id is the one from files again, with its work; the one of the provider gets an id of its own, and is never matched again.',
    ...beta,
    addition: true,
    conflict: 'The machine is not matched with one from files (`assetNotMatched`).',
    params,
    exists,
    responses: { 200: { description: 'The machine of the provider.', schema: machineSchema } },
  },
  listMachineFiles: {
    method: 'GET',
    path: '/users/{svcUserId}/machines/{machineId}/files',
    summary: 'List the work of a machine in files',
    description:
      'One entry for each machine file that names the machine, with its distance and fuel as they were measured when the file was last processed. Without `sort`, the oldest file comes first. Bounds are not included, and what lacks the member is left out.',
    ...beta,
    paged: true,
    params,
    exists,
    query: z
      .strictObject({ ...machineWorkFilters, ...pageParameters(machineWorkSortFields) })
      .refine(...createdInOrder)
      .refine(...inOrder('startTime', 'endTime'))
      .refine(...inOrder('afterStartTime', 'beforeStartTime'))
      .refine(...inOrder('afterEndTime', 'beforeEndTime'))
      .refine(...inOrder('greaterThanDistanceValue', 'lessThanDistanceValue')),
    responses: { 200: { description: 'One page of work.', schema: z.array(machineWorkSchema) } },
  },
});
