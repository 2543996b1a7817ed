import * as z from 'zod';
import {
  fieldIrrigationSchema,
  fieldIrrigationUnitsSchema,
  irrigationGeojsonSchema,
  irrigationSeasonSchema,
  irrigationSpan,
  spanInOrder,
  wateredFieldSchema,
} from '../../../domain/irrigation/irrigation-schema.ts';
import { limitText } from '../../../domain/limits.ts';
import { irrigationProviderFilter } from '../../../domain/providers/provider-filter.ts';
import { defineEndpoints } from '../../http/endpoint.ts';
import { userInPath } from '../../http/existence.ts';
import { pageParameters } from '../../http/parameters.ts';
import { fieldInPath, fieldIrrigationInPath, fieldPath, fieldRecordPath, userPath } from './in-path.ts';

const ofRecord = {
  params: fieldRecordPath,
  exists: { user: userInPath, field: fieldInPath, irrigation: fieldIrrigationInPath },
};
const idFilter = z.uuid().toLowerCase().optional();
const inUnits = 'Values are in the units of the setting `unitMeasurement`: metric, or imperial.';

/** What fields got, within their boundaries. */
export const fieldEndpoints = defineEndpoints({
  listIrrigatedFields: {
    method: 'GET',
    path: '/users/{svcUserId}/irrigation/fields',
    summary: 'List the fields that got water',
    description: 'Fields of any origin that were watered within the span, or ever, in the order of ids.',
    access: 'owner',
    paged: true,
    params: userPath,
    exists: { user: userInPath },
    query: z
      .strictObject({
        equipmentId: idFilter.describe('Only water of this machine.'),
        ...irrigationSpan,
        ...pageParameters(['fieldId']),
      })
      .refine(...spanInOrder),
    responses: { 200: { description: 'One page of fields.', schema: z.array(wateredFieldSchema) } },
  },
  listFieldIrrigation: {
    method: 'GET',
    path: '/users/{svcUserId}/irrigation/fields/{fieldId}',
    summary: 'List the irrigation of a field',
    description: `One record for each local date and provider, in the order of dates, of what lies within the active boundary; none for a field without water. A new or changed boundary has all dates cut again. ${inUnits}`,
    access: 'owner',
    paged: true,
    params: fieldPath,
    exists: { user: userInPath, field: fieldInPath },
    query: z
      .strictObject({
        irrigationId: idFilter.describe('Only parts of this applied irrigation.'),
        provider: irrigationProviderFilter,
        ...irrigationSpan,
        ...pageParameters(['startTime']),
      })
      .refine(...spanInOrder),
    responses: { 200: { description: 'One page of irrigation.', schema: z.array(fieldIrrigationSchema) } },
  },
  getFieldIrrigationSeason: {
    method: 'GET',
    path: '/users/{svcUserId}/irrigation/fields/{fieldId}/season',
    summary: 'Get the irrigation of a field over time',
    description: `What the field got on each date, and in all, as depths over the whole arc: a day waters a part of the ground that machines reach, so that depths over what was watered do not add up to a season. Without \`startTime\` and \`endTime\` of the last ${limitText.irrigationDays} days; at most as many. ${inUnits}`,
    access: 'owner',
    addition: true,
    params: fieldPath,
    exists: { user: userInPath, field: fieldInPath },
    query: z
      .strictObject({
        ...irrigationSpan,
        format: z
          .enum(['json', 'svg'])
          .default('json')
          .describe('`svg`: a chart, with a bar for each day and a line for the sum.'),
      })
      .refine(...spanInOrder),
    responses: {
      200: {
        description: 'The season, or a chart of it.',
        contentType: 'application/json',
        describes: irrigationSeasonSchema,
        otherTypes: { 'image/svg+xml': z.string() },
      },
    },
  },
  getFieldIrrigation: {
    method: 'GET',
    path: '/users/{svcUserId}/irrigation/fields/{fieldId}/irrigated/{id}',
    summary: 'Get irrigation of a field',
    description: inUnits,
    access: 'owner',
    ...ofRecord,
    responses: { 200: { description: 'The irrigation of the field.', schema: fieldIrrigationSchema } },
  },
  getFieldIrrigationStandardGeojson: {
    method: 'GET',
    path: '/users/{svcUserId}/irrigation/fields/{fieldId}/irrigated/{id}/standardGeojson',
    summary: 'Get the watered ground of a field by depth',
    description: `One MultiPolygon for each depth, clipped to the boundary; they do not overlap. Simplified where it would be larger than ${limitText.responseBytes}, by as little as that takes. ${inUnits}`,
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
  getFieldIrrigationUnits: {
    method: 'GET',
    path: '/users/{svcUserId}/irrigation/fields/{fieldId}/irrigated/{id}/units',
    summary: 'Get the units of irrigation of a field',
    description: 'Units by property of its summary.',
    access: 'owner',
    ...ofRecord,
    responses: { 200: { description: 'The units.', schema: fieldIrrigationUnitsSchema } },
  },
});
