import * as z from 'zod';
import { invalid } from '../errors.ts';
import { fieldIdSchema } from '../fields/field.ts';
import { givenGeometrySchema } from '../fields/field-body.ts';
import { type MultiPolygon, multiPolygonSchema, vertexCount } from '../geometry/multi-polygon.ts';

const maxName = 255;
const maxNote = 2_000;

/** Maximum vertices of a zone, which is drawn by hand: a page of a hundred such zones stays below 5 MB. */
export const maxZoneVertices = 1_000;

const name = z
  .string('name must be a string')
  .trim()
  .min(1, 'name must not be blank')
  .max(maxName, `name has at most ${maxName} characters`);
const note = z.string('note must be a string').trim().max(maxNote);
const status = z.literal('ACTIVE');
const timespan = z.literal('PERMANENT');

/** A drawn part of a field, with its notes. */
export const zoneSchema = z
  .object({
    id: z.uuid(),
    svcUserId: z.uuid(),
    fieldId: fieldIdSchema,
    name: z.string(),
    note: z.string().optional(),
    geometry: multiPolygonSchema,
    status,
    timespan,
    createdTime: z.iso.datetime(),
  })
  .meta({ id: 'Zone' });

export type Zone = z.infer<typeof zoneSchema>;

/** Body that creates a zone. */
export const newZoneSchema = z
  .strictObject({
    fieldId: fieldIdSchema.optional().describe('Optional; must be the field in the path.'),
    name,
    note: note.nullable().optional(),
    geometry: givenGeometrySchema.describe(`At most ${maxZoneVertices} vertices.`),
    status: status.optional(),
    timespan: timespan.optional(),
  })
  .meta({ id: 'NewZone' });

export type NewZone = z.infer<typeof newZoneSchema>;

/** A zone with a geometry that has been checked. */
export function newZone(
  ids: { id: string; svcUserId: string; fieldId: string },
  { name, note }: NewZone,
  geometry: MultiPolygon,
  createdTime: string,
): Zone {
  const vertices = vertexCount(geometry.coordinates);
  if (vertices > maxZoneVertices) {
    const message = `The zone has ${vertices} vertices; the limit is ${maxZoneVertices}. Simplify it.`;
    throw invalid('#/geometry', message, 'tooManyVertices');
  }
  return { ...ids, name, ...(note && { note }), geometry, status: 'ACTIVE', timespan: 'PERMANENT', createdTime };
}
