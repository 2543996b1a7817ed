import * as z from 'zod';
import { svcUserIdSchema } from '../../shared-members.ts';

const kind = {
  analyte: z.string().describe('The code of the analyte.'),
  unit: z
    .string()
    .nullable()
    .describe(
      'One for each analyte, unless files have units that cannot be converted; values of two are not compared.',
    ),
  method: z.string().nullable().describe('The method of extraction; values of two are not compared.'),
};
const depth = z.string().nullable().describe('As `0 to 8 in`; null if the file says none.');

const figures = {
  count: z.int().describe('How many values there are.'),
  mean: z.number().describe('The arithmetic mean, also of pH.'),
  min: z.number().describe('The lowest value, in `unit`.'),
  max: z.number().describe('The highest value, in `unit`.'),
  beyondLimit: z
    .int()
    .describe('Values that are below or above the limit of the measurement, and counted as if they were the limit.'),
};

/** What soil samples say of a field. */
export const fieldSoilSchema = z
  .object({
    fieldId: z.string().describe('Id of the field.'),
    svcUserId: svcUserIdSchema,
    points: z
      .array(
        z.object({
          location: z.unknown().describe('A Point, Polygon or MultiPolygon of GeoJSON.'),
          depth,
          values: z
            .array(
              z.object({
                ...kind,
                value: z.number().describe('The value, in `unit`.'),
                qualifier: z
                  .enum(['<', '>'])
                  .nullable()
                  .describe(
                    '`<` or `>` if the value is the limit of the measurement, and the soil has less or more; null otherwise.',
                  ),
                date: z.string().nullable().describe('The day of sampling.'),
                sampleId: z.string().describe('Id of the sample in the file.'),
                batchId: z.uuid().describe('Id of the batch of the sample.'),
                entryId: z.uuid().describe('Id of the entry of the batch.'),
              }),
            )
            .describe('The latest of each analyte, unit and method.'),
        }),
      )
      .describe('Places and depths; samples whose positions agree to a metre are of one place.'),
    history: z
      .array(
        z.object({
          date: z.string().nullable().describe('The day of sampling; null if no file says it.'),
          ...kind,
          depth,
          ...figures,
        }),
      )
      .describe(
        'The values of each day, analyte, method and depth, the oldest day first; those without a day are first.',
      ),
    zones: z
      .array(
        z.object({
          zoneId: z.uuid().describe('Id of the zone.'),
          name: z.string().describe('The name of the zone.'),
          values: z.array(z.object({ ...kind, depth, ...figures })).describe('Of the latest values of its points.'),
        }),
      )
      .describe('The zones of the field, without those in which no sample was taken.'),
  })
  .meta({ id: 'FieldSoil' });

export type FieldSoil = z.infer<typeof fieldSoilSchema>;
