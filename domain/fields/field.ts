import * as z from 'zod';
import { multiPolygonSchema } from '../geometry/multi-polygon.ts';

/** An id that the caller may choose for a field; the service generates UUIDs. */
export const fieldIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'a field id has 1 to 64 letters, digits, "_" and "-"');

export const fieldTypes = ['ORIGINAL', 'MERGED'] as const;
export const fieldStatuses = ['PROCESSED', 'PREVIEW', 'WAITING'] as const;

/** An area in responses. */
export const hectaresSchema = z.object({ value: z.number(), unit: z.literal('ha') }).meta({ id: 'Hectares' });

/** Reasons why a field is not merged with fields that it overlaps. */
export const mergeProblems = {
  mergeGroupTooLarge:
    'The field overlaps more than 49 others, directly or through other fields; at most 50 fields are merged into one.',
  mergedShapeTooLarge: 'Merged with the fields that it overlaps, it would have more vertices than a geometry may have.',
} as const;

export type MergeProblem = keyof typeof mergeProblems;

/** A piece of land that is farmed as one. Its boundaries hold its shape. */
export const fieldSchema = z
  .object({
    id: fieldIdSchema,
    name: z.string().optional(),
    svcUserId: z.uuid(),
    boundaries: z.array(z.uuid()).describe('Ids of all versions of the boundary; empty in PREVIEW.'),
    providerName: z.string().optional(),
    providerId: z.int().optional(),
    providerFieldId: z.string().optional(),
    providerBoundaryId: z.string().optional(),
    providerFieldName: z.string().optional(),
    organizationId: z.string().optional(),
    type: z.enum(fieldTypes),
    farmId: z.int().optional(),
    mergedFieldId: z.string().optional().describe('The MERGED field that this one is part of.'),
    sources: z
      .array(z.string())
      .optional()
      .describe('On a MERGED field, the ids of the fields that it was merged from.'),
    mergeProblem: z
      .object({ code: z.enum(Object.keys(mergeProblems) as [MergeProblem, ...MergeProblem[]]), message: z.string() })
      .optional()
      .describe('Why the field is not merged with the fields that it overlaps although `fieldsAutoMerge` is on.'),
    status: z.enum(fieldStatuses),
    files: z.array(z.uuid()).describe('Ids of the operation files that are attached.'),
    area: hectaresSchema.optional().describe('Area of the active boundary. Deprecated: read the boundary.'),
    geometry: multiPolygonSchema
      .optional()
      .describe('The active boundary. Deprecated: read the boundary. Absent in lists.'),
    createdTime: z.iso.datetime(),
    updatedTime: z.iso.datetime(),
  })
  .meta({ id: 'Field' });

export type Field = z.infer<typeof fieldSchema>;
