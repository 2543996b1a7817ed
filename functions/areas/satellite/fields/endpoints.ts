import * as z from 'zod';
import { exampleGeometry } from '../../../../domain/geometry/geometry-body.ts';
import { newSatelliteFieldSchema } from '../../../../domain/satellite/new-satellite-field.ts';
import { satelliteFieldSchema, satelliteFieldSortFields } from '../../../../domain/satellite/satellite-field.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { pageParameters } from '../../../http/parameters.ts';
import { fieldPath, satelliteField } from '../in-path.ts';
import { upstreamHeader } from '../upstream-header.ts';

const subscriptionSchema = z
  .object({
    planetAssetTypes: z.array(z.string()).describe('The assets that Planet delivers for each scene.'),
    planetItemTypes: z.array(z.string()).describe('The kinds of scenes that Planet delivers.'),
    startDate: z.iso.datetime().describe('Scenes from this moment on are delivered.'),
    status: z
      .enum(['PENDING', 'ACTIVE', 'FAILED'])
      .describe(
        '`PENDING` until the first search at Planet; `FAILED` while searches are not possible or Planet does not accept orders.',
      ),
    reason: z.string().optional().describe('Why it failed. The search is repeated within a day.'),
    searchedAt: z.iso.datetime().optional().describe('When Planet was last searched for new scenes.'),
  })
  .meta({ id: 'SatelliteSubscription' });

/** Endpoints of registered fields. */
export const fieldEndpoints = defineEndpoints({
  createSatelliteField: {
    method: 'POST',
    path: '/fields',
    summary: 'Register a field for satellite images',
    description: `Past scenes are searched for after the response, and new scenes are processed as they appear, until \`endDate\` or until the field is deleted. A registered field cannot be changed: delete it and register it again.

400 names the limit that the geometry exceeds, or the defect and its position; geometries are not repaired. With \`planet\`, each scene of the field, including past ones, is ordered from Planet with the owner’s API key and uses the quota of its account. 403 \`planetNotEnabled\` when the owner has not set a key (\`PUT /providers/planet\`).`,
    access: 'owner',
    idempotent: true,
    conflict: 'Another field of the owner has the `externalId`, or the `Idempotency-Key` was used for another request.',
    body: {
      kind: 'json',
      schema: newSatelliteFieldSchema,
      readOnly: ['id', 'createdAt'],
      example: { externalId: 'north-forty', geometry: exampleGeometry, providers: ['sentinel'], daysBefore: 0 },
    },
    responses: {
      201: {
        description: 'The field, with its URL in `Location`.',
        schema: satelliteFieldSchema,
        location: '/fields/{id}',
        headers: upstreamHeader,
      },
    },
  },
  listSatelliteFields: {
    method: 'GET',
    path: '/fields',
    summary: 'List fields for satellite images',
    description:
      'Without `sort`, the oldest comes first. Sorting by one member costs one page, however many fields there are.',
    access: 'owner',
    paged: true,
    query: z.strictObject(pageParameters(satelliteFieldSortFields)),
    responses: {
      200: { description: 'One page of fields.', schema: z.array(satelliteFieldSchema), headers: upstreamHeader },
    },
  },
  getSatelliteField: {
    method: 'GET',
    path: '/fields/{id}',
    summary: 'Get a field for satellite images',
    description: 'By the `id` or the `externalId` of a registered field.',
    access: 'owner',
    params: fieldPath,
    exists: { field: satelliteField },
    responses: { 200: { description: 'The field.', schema: satelliteFieldSchema, headers: upstreamHeader } },
  },
  deleteSatelliteField: {
    method: 'DELETE',
    path: '/fields/{id}',
    summary: 'Delete a field for satellite images',
    description:
      'Deletes the field with its processes and their images at once and permanently; its `externalId` can be used again. Objects in storage are removed within an hour. Planet orders that are still waiting are cancelled.',
    access: 'owner',
    params: fieldPath,
    exists: { field: satelliteField },
    responses: { 204: { description: 'Deleted.', headers: upstreamHeader } },
  },
  getSatelliteSubscription: {
    method: 'GET',
    path: '/fields/{id}/subscription',
    summary: 'Get the Planet subscription of a field',
    description: '404 `subscriptionNotFound` for a field without `planet`.',
    access: 'owner',
    params: fieldPath,
    exists: { field: satelliteField },
    responses: { 200: { description: 'The subscription.', schema: subscriptionSchema, headers: upstreamHeader } },
  },
});
