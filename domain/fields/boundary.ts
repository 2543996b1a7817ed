import * as z from 'zod';
import { multiPolygonSchema } from '../geometry/multi-polygon.ts';
import { validitySchema } from '../geometry/validity.ts';
import { hectaresSchema } from './field.ts';

export const boundaryStatuses = ['ACTIVE', 'INACTIVE', 'OUTDATED_ON_PROVIDER', 'DELETED_ON_PROVIDER'] as const;

/** One version of a field's shape. Never edited: a change creates a new version. */
export const boundarySchema = z
  .object({
    id: z.uuid(),
    status: z.enum(boundaryStatuses),
    providerStatus: z.enum(['ACTIVE', 'INACTIVE']).optional(),
    providerBoundaryId: z.string().optional(),
    geometry: multiPolygonSchema,
    area: hectaresSchema,
    validity: validitySchema,
    fixStatus: z.literal('FIXED').optional(),
    createdTime: z.iso.datetime(),
    updatedTime: z.iso.datetime(),
  })
  .meta({ id: 'Boundary' });

export type Boundary = z.infer<typeof boundarySchema>;
