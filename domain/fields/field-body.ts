import * as z from 'zod';
import { givenGeometrySchema } from '../geometry/geometry-body.ts';
import { shapeOf } from '../resource-members.ts';
import { fieldMembers } from './field.ts';

/** Body that creates a field. */
export const newFieldSchema = z.strictObject(shapeOf(fieldMembers, 'created')).meta({ id: 'NewField' });

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
export const changedFieldSchema = z.strictObject(shapeOf(fieldMembers, 'changed')).meta({ id: 'ChangedField' });

/** Body that replaces a boundary by a new version. */
export const givenBoundarySchema = z.strictObject({ geometry: givenGeometrySchema }).meta({ id: 'GivenBoundary' });
