import * as z from 'zod';
import {
  appliedIrrigationSchema,
  irrigationEquipmentSchema,
  irrigationGeojsonSchema,
  irrigationSpan,
  irrigationUnitsSchema,
  spanInOrder,
} from '../../../domain/irrigation/irrigation-schema.ts';
import { limitText } from '../../../domain/limits.ts';
import { textFilter } from '../../../domain/parameters.ts';
import { irrigationProviderFilter } from '../../../domain/providers/provider-filter.ts';
import { defineEndpoints } from '../../http/endpoint.ts';
import { userInPath } from '../../http/existence.ts';
import { pageParameters } from '../../http/parameters.ts';
import { equipmentInPath, irrigationInPath, recordPath, userPath } from './in-path.ts';

const ofRecord = { params: recordPath, exists: { user: userInPath, irrigation: irrigationInPath } };
const inUnits = 'Values are in the units of the setting `unitMeasurement`: metric, or imperial.';

/** Machines that water, and what they watered, wherever it was. */
export const machineEndpoints = defineEndpoints({
  listIrrigationEquipment: {
    method: 'GET',
    path: '/users/{svcUserId}/irrigation-equipment',
    summary: 'List the irrigation equipment of a user',
    description: `In the order of ids. ${inUnits}`,
    access: 'owner',
    paged: true,
    params: userPath,
    exists: { user: userInPath },
    query: z.strictObject({
      provider: irrigationProviderFilter,
      providerEquipmentId: textFilter.describe('Only the equipment with this id at the provider.'),
      ...pageParameters(['id']),
    }),
    responses: { 200: { description: 'One page of equipment.', schema: z.array(irrigationEquipmentSchema) } },
  },
  getIrrigationEquipment: {
    method: 'GET',
    path: '/users/{svcUserId}/irrigation-equipment/{id}',
    summary: 'Get irrigation equipment',
    description: inUnits,
    access: 'owner',
    params: recordPath,
    exists: { user: userInPath, equipment: equipmentInPath },
    responses: { 200: { description: 'The equipment.', schema: irrigationEquipmentSchema } },
  },
  listAppliedIrrigation: {
    method: 'GET',
    path: '/users/{svcUserId}/irrigation/applied-irrigation',
    summary: 'List the applied irrigation of a user',
    description: `One record for each machine and local date at it, in the order of dates. The record of today is replaced as the day goes on. ${inUnits}`,
    access: 'owner',
    paged: true,
    params: userPath,
    exists: { user: userInPath },
    query: z
      .strictObject({ provider: irrigationProviderFilter, ...irrigationSpan, ...pageParameters(['startTime']) })
      .refine(...spanInOrder),
    responses: { 200: { description: 'One page of applied irrigation.', schema: z.array(appliedIrrigationSchema) } },
  },
  getAppliedIrrigation: {
    method: 'GET',
    path: '/users/{svcUserId}/irrigation/applied-irrigation/{id}',
    summary: 'Get applied irrigation',
    description: inUnits,
    access: 'owner',
    ...ofRecord,
    responses: { 200: { description: 'The applied irrigation.', schema: appliedIrrigationSchema } },
  },
  getAppliedIrrigationStandardGeojson: {
    method: 'GET',
    path: '/users/{svcUserId}/irrigation/applied-irrigation/{id}/standardGeojson',
    summary: 'Get the watered ground by depth',
    description: `One MultiPolygon for each depth; they do not overlap. Simplified where it would be larger than ${limitText.responseBytes}, by as little as that takes. ${inUnits}`,
    access: 'owner',
    ...ofRecord,
    responses: {
      200: {
        description: 'The ground.',
        contentType: 'application/geo+json',
        describes: irrigationGeojsonSchema,
      },
    },
  },
  drawAppliedIrrigation: {
    method: 'GET',
    path: '/users/{svcUserId}/irrigation/applied-irrigation/{id}/map.svg',
    summary: 'Draw applied irrigation on a map',
    description: `The watered ground by depth as SVG, in at most seven classes with a legend of their areas. ${inUnits}`,
    access: 'owner',
    addition: true,
    ...ofRecord,
    responses: { 200: { description: 'The map.', contentType: 'image/svg+xml' } },
  },
  getAppliedIrrigationUnits: {
    method: 'GET',
    path: '/users/{svcUserId}/irrigation/applied-irrigation/{id}/units',
    summary: 'Get the units of applied irrigation',
    description: 'Units by property of its summary.',
    access: 'owner',
    ...ofRecord,
    responses: { 200: { description: 'The units.', schema: irrigationUnitsSchema } },
  },
});
