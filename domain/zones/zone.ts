import * as z from 'zod';
import { invalid } from '../errors.ts';
import { fieldIdSchema } from '../fields/field.ts';
import { givenGeometrySchema } from '../geometry/geometry-body.ts';
import { type MultiPolygon, multiPolygonSchema, vertexCount } from '../geometry/multi-polygon.ts';
import { givenName, givenText } from '../given-text.ts';
import { limits, limitText } from '../limits.ts';
import { type Members, newMembers, shapeOf } from '../resource-members.ts';
import { createdTimeSchema, svcUserIdSchema } from '../shared-members.ts';

const maxNote = 2_000;

const name = givenName('name');
const note = givenText('note', maxNote);
const status = z.literal('ACTIVE').describe('The state of the zone; there is no other one.');
const timespan = z.literal('PERMANENT').describe('How long the zone is meant for; there is no other span.');

/** The members of a zone. */
export const zoneMembers = {
  id: { shown: z.uuid().describe('Id of the zone, assigned by Furrow.') },
  svcUserId: { shown: svcUserIdSchema },
  fieldId: {
    shown: fieldIdSchema,
    created: fieldIdSchema.optional().describe('Optional; must be the field in the path.'),
  },
  name: { shown: z.string().describe('The name of the zone.'), created: name.describe('The name of the zone.') },
  note: {
    shown: z.string().optional().describe('A note about the zone; absent if there is none.'),
    created: note.nullable().optional().describe('A note about the zone; absent if there is none.'),
  },
  geometry: {
    shown: multiPolygonSchema,
    created: givenGeometrySchema.describe(`At most ${limitText.zoneVertices} vertices.`),
    copied: false,
  },
  status: { shown: status, created: status.optional() },
  timespan: { shown: timespan, created: timespan.optional() },
  createdTime: { shown: createdTimeSchema },
} satisfies Members;

/** A drawn part of a field, with its notes. */
export const zoneSchema = z.object(shapeOf(zoneMembers, 'shown')).meta({ id: 'Zone' });

export type Zone = z.infer<typeof zoneSchema>;

/** Body that creates a zone. */
export const newZoneSchema = z.strictObject(shapeOf(zoneMembers, 'created')).meta({ id: 'NewZone' });

export type NewZone = z.infer<typeof newZoneSchema>;

/** A zone with a geometry that has been checked. */
export function newZone(
  ids: { id: string; svcUserId: string; fieldId: string },
  given: NewZone,
  geometry: MultiPolygon,
  createdTime: string,
): Zone {
  const vertices = vertexCount(geometry.coordinates);
  if (vertices > limits.zoneVertices) {
    const message = `The zone has ${vertices} vertices; the limit is ${limitText.zoneVertices}. Simplify it.`;
    throw invalid('#/geometry', message, 'tooManyVertices');
  }
  const { note, ...members } = newMembers(zoneMembers, given);
  const written = note ? { note } : {};
  return { status: 'ACTIVE', timespan: 'PERMANENT', ...members, ...written, ...ids, geometry, createdTime };
}
