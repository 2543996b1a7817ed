import * as z from 'zod';
import { multiPolygonSchema } from '../geometry/multi-polygon.ts';
import { leavingReasons } from './points/left-out.ts';

const statSchema = z.object({ avg: z.number(), min: z.number(), max: z.number(), unit: z.string().optional() });
const totalSchema = z.object({ value: z.number(), unit: z.string() });

export type Stat = z.infer<typeof statSchema>;
export type Total = z.infer<typeof totalSchema>;

const amounts = {
  points: z.int(),
  totalArea: totalSchema.optional(),
  totalWetMass: totalSchema.optional(),
  totalDryMass: totalSchema.optional(),
  totalApplied: totalSchema.optional(),
  totalPlanted: totalSchema.optional(),
};
const amountsSchema = z.object(amounts);

/** The number of points, and their totals. */
export type Amounts = z.infer<typeof amountsSchema>;

/** The points that one cleanup rule removed; each point counts for the first rule that it broke. */
export const droppedPointsSchema = z.object({
  rule: z.string().describe('Property, operator and value of the cleanup rule, or `<property> is missing`.'),
  ...amounts,
});

export type DroppedPoints = z.infer<typeof droppedPointsSchema>;

/** How many points of a mark are named. */
export const maxNamedPoints = 10;

const namedPointSchema = z.object({
  row: z
    .int()
    .optional()
    .describe('Its row in the source, counted from 1; absent where points come from several files.'),
  longitude: z.number(),
  latitude: z.number(),
  timestamp: z.iso.datetime().optional(),
  value: z.number().optional().describe('The value that cannot be, in `unit`.'),
});
export type NamedPoint = z.infer<typeof namedPointSchema>;

/** The points with one mark that totals, maps and queries leave out: how many, with which totals, and the first of them. */
export const leftOutPointsSchema = z.object({
  mark: z
    .string()
    .describe(
      `What their member \`leftOut\` says: a property of points, \`position\` or \`record\`, and one of ${leavingReasons.map((reason) => `\`${reason}\``).join(', ')}.`,
    ),
  ...amounts,
  unit: z.string().optional().describe('The unit of the values.'),
  named: z.array(namedPointSchema).describe(`The first ${maxNamedPoints} of them.`),
});

export type LeftOutPoints = z.infer<typeof leftOutPointsSchema>;

/** Points whose records a later export of the same work has as well, with their totals: they count there. */
export const countedElsewhereSchema = z.object({
  fileId: z.uuid().describe('The file with the later export.'),
  ...amounts,
});

export type CountedElsewhere = z.infer<typeof countedElsewhereSchema>;

const productSchema = z.object({
  name: z.string(),
  type: z.string().optional(),
  rate: totalSchema.optional(),
  totalApplied: totalSchema.optional(),
  area: totalSchema.optional(),
});

const varietySchema = z.looseObject({ name: z.string() });

const machinerySchema = z.object({
  name: z.string(),
  type: z.enum(['machine', 'implement']),
  serialNumber: z.string().optional(),
  brand: z.string(),
  vin: z.string().optional(),
  model: z.string().optional(),
  category: z.string().optional(),
  modelYear: z.int().optional(),
});

/** Statistics and totals of the properties of a file's points, with the ground that they cover. */
export const summarySchema = z
  .object({
    type: z.literal('Feature'),
    properties: z
      .looseObject({
        operationType: z.string(),
        startTime: z.string().optional(),
        endTime: z.string().optional(),
        originalOperationType: z.string().optional(),
        crop: z.array(z.string()).optional(),
        tillType: z.array(z.string()).optional(),
        machinery: z.array(machinerySchema).optional(),
        products: z.array(productSchema).optional(),
        varieties: z.array(varietySchema).optional(),
        totalArea: totalSchema.optional(),
        totalDistance: totalSchema.optional(),
        logged: amountsSchema
          .optional()
          .describe(
            'The totals of all points with a position, before cleanup and with those that are left out; present if there are any. The other totals are those of the remaining points.',
          ),
        leftOut: z
          .array(leftOutPointsSchema)
          .optional()
          .describe(
            'Points with values that cannot be, and repeated ones, by what is wrong with them. They stay in the standard outputs, with the member `leftOut`, and no total, map or query counts them.',
          ),
        countedElsewhere: amountsSchema
          .optional()
          .describe(
            'Of a field operation: points of its files whose records a later export has as well, where they count. They are in none of its outputs and totals.',
          ),
      })
      .describe(
        'Each property of the points as `{avg, min, max, unit}`, and totals as `{value, unit}`. Averages of rates are totals divided by the area.',
      ),
    geometry: multiPolygonSchema.nullable(),
  })
  .meta({ id: 'MachineFileSummary' });

export type Summary = z.infer<typeof summarySchema>;
export type Machinery = z.infer<typeof machinerySchema>;
