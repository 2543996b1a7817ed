import * as z from 'zod';
import { multiPolygonSchema } from '../geometry/multi-polygon.ts';
import { validitySchema } from '../geometry/validity.ts';
import { createdTimeSchema, updatedTimeSchema } from '../shared-members.ts';
import { hectaresSchema } from './field.ts';

export const boundaryStatuses = ['ACTIVE', 'INACTIVE', 'OUTDATED_ON_PROVIDER', 'DELETED_ON_PROVIDER'] as const;

/** One version of a field's shape. Never edited: a change creates a new version. */
export const boundarySchema = z
  .object({
    id: z.uuid().describe('Id of this version of the boundary.'),
    status: z
      .enum(boundaryStatuses)
      .describe(
        '`ACTIVE`: the current version. `INACTIVE`: replaced here, not active at its provider, or not usable as it is. `OUTDATED_ON_PROVIDER`, `DELETED_ON_PROVIDER`: the provider has replaced it, or no longer has it.',
      ),
    providerStatus: z
      .enum(['ACTIVE', 'INACTIVE'])
      .optional()
      .describe('The status that the provider gives the version; absent if it gives none.'),
    providerBoundaryId: z
      .string()
      .optional()
      .describe('Id of the boundary at the provider; absent for one that was drawn or uploaded here.'),
    geometry: multiPolygonSchema.describe('The shape.'),
    area: hectaresSchema.describe('The ground inside the boundary, without holes.'),
    validity: validitySchema.describe('Whether the geometry is valid, or its first defect.'),
    fixStatus: z
      .literal('FIXED')
      .optional()
      .describe('Present if the geometry of the provider was invalid and has been repaired.'),
    createdTime: createdTimeSchema,
    updatedTime: updatedTimeSchema,
  })
  .meta({ id: 'Boundary' });

export type Boundary = z.infer<typeof boundarySchema>;
