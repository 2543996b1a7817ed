import * as z from 'zod';
import { fieldIdSchema } from '../../../../domain/fields/field.ts';
import { limitText } from '../../../../domain/limits.ts';
import { readOnlyIn } from '../../../../domain/resource-members.ts';
import { newZoneSchema, zoneMembers, zoneSchema } from '../../../../domain/zones/zone.ts';
import { zoneSortFields } from '../../../../domain/zones/zone-store.ts';
import { defineEndpoints } from '../../../http/endpoint.ts';
import { userInPath } from '../../../http/existence.ts';
import { idInPath, pageParameters, userIdInPath } from '../../../http/parameters.ts';
import { fieldInPath } from '../existing-field.ts';

const ofField = z.object({ svcUserId: userIdInPath, fieldId: fieldIdSchema });
const example = {
  name: 'Wet corner',
  note: 'Drain before planting.',
  geometry: {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [-93.61, 42.0],
          [-93.609, 42.0],
          [-93.609, 42.001],
          [-93.61, 42.0],
        ],
      ],
    ],
  },
};

/** Zones: drawn parts of a field. */
export const zoneEndpoints = defineEndpoints({
  listZones: {
    method: 'GET',
    path: '/users/{svcUserId}/fields/{fieldId}/zones',
    summary: 'List the zones of a field',
    access: 'owner',
    addition: true,
    paged: true,
    params: ofField,
    exists: { user: userInPath, field: fieldInPath },
    query: z.strictObject(pageParameters(zoneSortFields)),
    responses: { 200: { description: 'One page of zones, the oldest first.', schema: z.array(zoneSchema) } },
  },
  createZone: {
    method: 'POST',
    path: '/users/{svcUserId}/fields/{fieldId}/zones',
    summary: 'Draw a zone in a field',
    description: `A zone has up to ${limitText.zoneVertices} vertices and may reach beyond the field. 400 \`invalidGeometry\` for an invalid geometry.`,
    access: 'owner',
    addition: true,
    idempotent: true,
    params: ofField,
    exists: { user: userInPath, field: fieldInPath },
    body: { kind: 'json', schema: newZoneSchema, readOnly: readOnlyIn(zoneMembers, 'created'), example },
    responses: {
      201: { description: 'The zone.', schema: zoneSchema, location: '/users/{svcUserId}/fields/{fieldId}/zones' },
    },
  },
  deleteZone: {
    method: 'DELETE',
    path: '/zones/{zoneId}',
    summary: 'Delete a zone',
    access: 'owner',
    addition: true,
    params: z.object({ zoneId: idInPath.describe('Id of the zone, as `…/zones` lists it.') }),
    exists: { zone: 'ownWrite' },
    responses: { 204: { description: 'Deleted.' } },
  },
});
