import * as z from 'zod';
import { multiPolygonSchema } from '../geometry/multi-polygon.ts';
import { quantitySchema } from '../shared-members.ts';
import { leavingReasons } from './points/left-out.ts';

const statSchema = z.object({ avg: z.number(), min: z.number(), max: z.number(), unit: z.string().optional() });
const totalSchema = quantitySchema(z.string());

export type Stat = z.infer<typeof statSchema>;
export type Total = z.infer<typeof totalSchema>;

const amounts = {
  points: z.int().describe('How many points there are.'),
  totalArea: totalSchema
    .optional()
    .describe('The ground of the points, as the machine covered it; absent if they have no area.'),
  totalWetMass: totalSchema
    .optional()
    .describe('The harvested mass as it was weighed; absent if nothing was harvested.'),
  totalDryMass: totalSchema
    .optional()
    .describe(
      'The harvested mass at the standard moisture of the crop; absent if nothing was harvested, or the moisture is not known.',
    ),
  totalApplied: totalSchema.optional().describe('What was applied; absent if nothing was.'),
  totalPlanted: totalSchema.optional().describe('What was planted, in seeds; absent if nothing was.'),
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
  longitude: z.number().describe('In degrees on WGS 84.'),
  latitude: z.number().describe('In degrees on WGS 84.'),
  timestamp: z.iso.datetime().optional().describe('The time of the point, in UTC; absent if it has none.'),
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
  name: z.string().describe('The name of the product in the source.'),
  type: z.string().optional().describe('The kind of product in the source; absent if it names none.'),
  rate: totalSchema.optional().describe('What was applied of it for each unit of area.'),
  totalApplied: totalSchema.optional().describe('What was applied of it.'),
  area: totalSchema.optional().describe('The ground on which it was applied.'),
});

const varietySchema = z.looseObject({ name: z.string().describe('The name of the variety in the source.') });

const machinerySchema = z.object({
  name: z.string().describe('The name in the source.'),
  type: z.enum(['machine', 'implement']).describe('Whether it works by itself or is pulled.'),
  serialNumber: z.string().optional().describe('The serial number in the source; absent if it has none.'),
  brand: z.string().describe('The manufacturer in the source.'),
  vin: z.string().optional().describe('The vehicle identification number in the source; absent if it has none.'),
  model: z.string().optional().describe('The model in the source; absent if it has none.'),
  category: z.string().optional().describe('The kind of machine or implement in the source; absent if it has none.'),
  modelYear: z.int().optional().describe('The model year in the source; absent if it has none.'),
});

/** Statistics and totals of the properties of a file's points, with the ground that they cover. */
export const summarySchema = z
  .object({
    type: z.literal('Feature').describe('The type of the GeoJSON object.'),
    properties: z
      .looseObject({
        operationType: z.string().describe('The kind of work: `applied`, `planted`, `harvested` or `tillage`.'),
        startTime: z.string().optional().describe('The first time of the points, in UTC; absent if they have none.'),
        endTime: z.string().optional().describe('The last time of the points, in UTC; absent if they have none.'),
        originalOperationType: z.string().optional().describe('The kind of work in the words of the source.'),
        crop: z.array(z.string()).optional().describe('The crops that were planted or harvested.'),
        tillType: z.array(z.string()).optional().describe('The types of tillage in the source.'),
        machinery: z.array(machinerySchema).optional().describe('The machines and implements that the source names.'),
        products: z.array(productSchema).optional().describe('The products that were applied, each with its totals.'),
        varieties: z
          .array(varietySchema)
          .optional()
          .describe('The varieties that were planted or harvested, each with its totals.'),
        totalArea: totalSchema.optional().describe('The ground of the points, as the machine covered it.'),
        totalDistance: totalSchema.optional().describe('The way of the machine through its points.'),
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
    geometry: multiPolygonSchema.nullable().describe('The ground of the points; null if it is not known.'),
  })
  .meta({ id: 'MachineFileSummary' });

export type Summary = z.infer<typeof summarySchema>;
export type Machinery = z.infer<typeof machinerySchema>;
