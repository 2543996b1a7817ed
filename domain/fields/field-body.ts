import * as z from 'zod';
import { maxFieldName } from '../boundary-files/field-name.ts';
import { fieldIdSchema, fieldSchema } from './field.ts';

const position = { type: 'array', items: { type: 'number' }, minItems: 2, example: [10.5, 50.5] };
const rings = { type: 'array', minItems: 1, items: { type: 'array', minItems: 4, items: position } };

/**
 * A geometry in a request. Here it only has to be an object, since a schema would report each of a hundred thousand
 * positions; `givenGeometry` checks its shape, and names the defect and its position.
 */
export const givenGeometrySchema = z
  .custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'must be a GeoJSON MultiPolygon or Polygon',
  })
  .meta({
    id: 'GivenGeometry',
    description:
      'GeoJSON on WGS 84, at most 100,000 vertices. A Polygon is converted to a MultiPolygon. Rings must be closed and must not cross.',
    oneOf: [
      {
        type: 'object',
        required: ['type', 'coordinates'],
        properties: { type: { const: 'MultiPolygon' }, coordinates: { type: 'array', minItems: 1, items: rings } },
      },
      {
        type: 'object',
        required: ['type', 'coordinates'],
        properties: { type: { const: 'Polygon' }, coordinates: rings },
      },
    ],
  });

/** Geometry for examples of requests. */
export const exampleGeometry = {
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [10.5, 50.5],
        [10.51, 50.5],
        [10.51, 50.51],
        [10.5, 50.51],
        [10.5, 50.5],
      ],
    ],
  ],
};

const name = z
  .string('name must be a string')
  .trim()
  .min(1, 'name must not be blank')
  .max(maxFieldName, `name has at most ${maxFieldName} characters`);

/** The number of an existing farm; some clients send it as a string. */
const farmId = z.union(
  [
    z.int().positive(),
    z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .transform(Number),
  ],
  'farmId must be the id of a farm, an integer',
);

/** Body that creates a field. */
export const newFieldSchema = z
  .strictObject({
    id: fieldIdSchema
      .optional()
      .describe('Chosen by you, unique among the fields of the user, and never changed. A new UUID by default.'),
    name: name.optional(),
    farmId: farmId.optional(),
    geometry: givenGeometrySchema,
  })
  .meta({ id: 'NewField' });

const metres = (min: number, max: number) => z.number().min(min).max(max);

/** Body that creates a field from the ground that a machine worked. */
export const fieldFromPointsSchema = newFieldSchema
  .omit({ geometry: true })
  .extend({
    fileId: z.uuid().toLowerCase().optional().describe('A processed machine file of the user.'),
    operationId: z.uuid().toLowerCase().optional().describe('A field operation of the user, instead of a file.'),
    bufferMeters: metres(0.5, 100)
      .optional()
      .describe(
        'How far the worked area reaches around a point. The default is half of the working width in the points, or 4.572 if they have none.',
      ),
    maxGapMeters: metres(0, 200)
      .optional()
      .describe('Unworked ground between passes is included up to this width; default twice `bufferMeters`.'),
    minHoleSquareMeters: metres(0, 1e9).default(1_000).describe('Smaller holes are filled.'),
    minPartSquareMeters: metres(0, 1e9)
      .default(1_000)
      .describe('Smaller parts, such as a turn on a road, are left out; the largest stays.'),
    simplifyMeters: metres(0, 100).default(1).describe('How far the outline may be moved to save vertices.'),
  })
  .refine(({ fileId, operationId }) => (fileId === undefined) !== (operationId === undefined), {
    error: 'give either fileId or operationId',
    path: ['fileId'],
  })
  .meta({ id: 'FieldFromPoints' });

/** Body that changes some members of a field; null clears an optional one. */
export const changedFieldSchema = z
  .strictObject({ name: name.nullable(), farmId: farmId.nullable(), geometry: givenGeometrySchema })
  .partial()
  .meta({ id: 'ChangedField' });

/** Body that replaces a boundary by a new version. */
export const givenBoundarySchema = z.strictObject({ geometry: givenGeometrySchema }).meta({ id: 'GivenBoundary' });

const changeable = ['name', 'farmId', 'geometry'];

/** Members of responses that changes may contain, without effect. */
export const readOnlyFieldMembers = Object.keys(fieldSchema.shape).filter((member) => !changeable.includes(member));
