import * as z from 'zod';
import { maxFieldName } from '../boundary-files/field-name.ts';
import { givenGeometrySchema } from '../geometry/geometry-body.ts';
import { multiPolygonSchema } from '../geometry/multi-polygon.ts';
import { givenName } from '../given-text.ts';
import { clearable, type Members, required, shapeOf } from '../resource-members.ts';
import { createdTimeSchema, quantitySchema, svcUserIdSchema, updatedTimeSchema } from '../shared-members.ts';

/** An id that the caller may choose for a field; the service generates UUIDs. */
export const fieldIdSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'a field id has 1 to 64 letters, digits, "_" and "-"')
  .describe('Id of the field, as `GET /services/fields/api/fields` lists it.');

export const fieldTypes = ['ORIGINAL', 'MERGED'] as const;
export const fieldStatuses = ['PROCESSED', 'PREVIEW', 'WAITING'] as const;

/** An area in responses. */
export const hectaresSchema = quantitySchema(z.literal('ha')).meta({ id: 'Hectares' }).describe('An area in hectares.');

/** Reasons why a field is not merged with fields that it overlaps. */
export const mergeProblems = {
  mergeGroupTooLarge:
    'The field overlaps more than 49 others, directly or through other fields; at most 50 fields are merged into one.',
  mergedShapeTooLarge: 'Merged with the fields that it overlaps, it would have more vertices than a geometry may have.',
} as const;

export type MergeProblem = keyof typeof mergeProblems;

const name = givenName('name', maxFieldName);

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

/** The members of a field. Its boundaries hold its geometry. */
export const fieldMembers = {
  id: {
    shown: fieldIdSchema.describe(
      'Id of the field, unique among the fields of its user: chosen by the caller, or a UUID.',
    ),
    created: fieldIdSchema
      .optional()
      .describe('Chosen by you, unique among the fields of the user, and never changed. A new UUID by default.'),
  },
  name: {
    shown: z.string().optional().describe('The name of the field.'),
    ...clearable(name.describe('The name of the field.')),
  },
  svcUserId: { shown: svcUserIdSchema },
  boundaries: { shown: z.array(z.uuid()).describe('Ids of all versions of the boundary; empty in PREVIEW.') },
  providerName: {
    shown: z.string().optional().describe('Key of the provider that it came from; absent if it came from none.'),
  },
  providerId: { shown: z.int().optional().describe('Number of that provider.') },
  providerFieldId: { shown: z.string().optional().describe('Id of the field at the provider.') },
  providerBoundaryId: { shown: z.string().optional().describe('Id of its boundary at the provider.') },
  providerFieldName: { shown: z.string().optional().describe('The name of the field at the provider.') },
  organizationId: {
    shown: z.string().optional().describe('Id of the organization at the provider that has the field.'),
  },
  type: {
    shown: z
      .enum(fieldTypes)
      .describe('`ORIGINAL`: as it came. `MERGED`: made of overlapping fields, which `sources` names.'),
  },
  farmId: {
    shown: z
      .int()
      .optional()
      .describe('Id of the farm to which the field belongs, as `GET /farms` lists it; absent if it has none.'),
    ...clearable(
      farmId.describe('Id of the farm to which the field belongs, as `GET /farms` lists it; absent if it has none.'),
    ),
  },
  mergedFieldId: { shown: z.string().optional().describe('The MERGED field that this one is part of.') },
  sources: {
    shown: z.array(z.string()).optional().describe('On a MERGED field, the ids of the fields that it was merged from.'),
  },
  mergeProblem: {
    shown: z
      .object({
        code: z
          .enum(Object.keys(mergeProblems) as [MergeProblem, ...MergeProblem[]])
          .describe('Why it is not merged, for programs.'),
        message: z.string().describe('Why it is not merged, for people.'),
      })
      .optional()
      .describe('Why the field is not merged with the fields that it overlaps although `fieldsAutoMerge` is on.'),
  },
  status: {
    shown: z
      .enum(fieldStatuses)
      .describe(
        '`PROCESSED`: it is here with its boundary. `PREVIEW`: a provider has it, and it waits to be enabled. `WAITING`: the next sync round fetches it.',
      ),
  },
  files: { shown: z.array(z.uuid()).describe('Ids of the operation files that are attached.') },
  area: { shown: hectaresSchema.optional().describe('Area of the active boundary. Deprecated: read the boundary.') },
  geometry: {
    shown: multiPolygonSchema
      .optional()
      .describe('The active boundary. Deprecated: read the boundary. Absent in lists.'),
    ...required(givenGeometrySchema),
    stored: false,
  },
  createdTime: { shown: createdTimeSchema },
  updatedTime: { shown: updatedTimeSchema },
} satisfies Members;

/** A piece of land that is farmed as one. */
export const fieldSchema = z.object(shapeOf(fieldMembers, 'shown')).meta({ id: 'Field' });

export type Field = z.infer<typeof fieldSchema>;
