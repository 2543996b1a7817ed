import * as z from 'zod';
import { exampleGeometry } from '../../../../domain/fields/field-body.ts';
import { newSatelliteFieldSchema } from '../../../../domain/satellite/new-satellite-field.ts';
import { satelliteFieldSchema, satelliteFieldSortFields } from '../../../../domain/satellite/satellite-field.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { pageParameters } from '../../../http/parameters.ts';
import { fieldPath, satelliteField } from '../in-path.ts';

const subscriptionSchema = z
  .object({
    planetAssetTypes: z.array(z.string()).describe('What Planet delivers of each scene.'),
    planetItemTypes: z.array(z.string()).describe('The kinds of scenes that it delivers.'),
    startDate: z.iso.datetime().describe('Scenes from this moment on are delivered.'),
    status: z
      .enum(['PENDING', 'ACTIVE', 'FAILED'])
      .describe('`PENDING` until Planet was asked once; `FAILED` while it cannot be asked, or takes no orders.'),
    reason: z.string().optional().describe('Why it failed. Planet is asked again, at the latest after a day.'),
    searchedAt: z.iso.datetime().optional().describe('When Planet was last asked for new scenes.'),
  })
  .meta({ id: 'SatelliteSubscription' });

/** Registered ground. */
export const fieldEndpoints = defineEndpoints({
  createSatelliteField: {
    method: 'POST',
    path: '/fields',
    summary: 'Register a field for satellite images',
    description: `The scenes of the days back are searched for after the answer, and new ones are processed as they appear, until the field is deleted. A registered field cannot be changed: delete it and register it anew.

400 names the limit that the geometry is beyond, or the defect and its position; nothing is repaired. With \`planet\`, each scene of the ground is ordered from Planet with the owner’s API key, those of the days back as well, and uses the quota of its account. 403 \`planetNotEnabled\` where the owner has given no key (\`PUT /providers/planet\`).`,
    access: 'owner',
    idempotent: true,
    conflict: 'A field of the owner has the `externalId`, or the `Idempotency-Key` was used for another request.',
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
      },
    },
  },
  listSatelliteFields: {
    method: 'GET',
    path: '/fields',
    summary: 'List fields for satellite images',
    description: 'Without `sort`, the oldest comes first. A list sorted by one member costs what the page holds.',
    access: 'owner',
    paged: true,
    query: z.strictObject(pageParameters(satelliteFieldSortFields)),
    responses: { 200: { description: 'One page of fields.', schema: z.array(satelliteFieldSchema) } },
  },
  getSatelliteField: {
    method: 'GET',
    path: '/fields/{id}',
    summary: 'Get a field for satellite images',
    access: 'owner',
    params: fieldPath,
    exists: { field: satelliteField },
    responses: { 200: { description: 'The field.', schema: satelliteFieldSchema } },
  },
  deleteSatelliteField: {
    method: 'DELETE',
    path: '/fields/{id}',
    summary: 'Delete a field for satellite images',
    description:
      'For good: it is gone at once, with its processes and all of their images, and its `externalId` is free again. Objects in storage are removed within the hour. Orders at Planet that still wait are cancelled.',
    access: 'owner',
    params: fieldPath,
    exists: { field: satelliteField },
    responses: { 204: { description: 'Deleted.' } },
  },
  getSatelliteSubscription: {
    method: 'GET',
    path: '/fields/{id}/subscription',
    summary: 'Get the Planet subscription of a field',
    description: '404 `subscriptionNotFound` for a field without `planet`.',
    access: 'owner',
    params: fieldPath,
    exists: { field: satelliteField },
    responses: { 200: { description: 'What is subscribed to.', schema: subscriptionSchema } },
  },
});
