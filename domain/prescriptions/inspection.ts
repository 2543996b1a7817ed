import * as z from 'zod';
import { quantitySchema } from '../shared-members.ts';
import { prescriptionFormats } from './prescription.ts';
import { prescriptionFindingSchema } from './prescription-finding.ts';
import { rateUnitSchema, squareMetresOf } from './rate-units.ts';

const quantity = quantitySchema(z.string());
const area = quantitySchema(z.enum(['ha', 'ac']));

/** Ground that a prescription has more than once, or not at all. */
const ground = z.object({
  count: z.int().nonnegative().describe('How many pieces there are.'),
  squareMetres: z.number().describe('Their area, in square metres.'),
});

/** What a prescription would do, in numbers. */
export const inspectionSchema = z
  .object({
    format: z.enum(prescriptionFormats).describe('The format of the file.'),
    entry: z.string().optional().describe('The file of a zip that was read.'),
    rateColumn: z.string().describe('The column, the property or the product.'),
    rateUnit: rateUnitSchema.optional().describe('As given, or as the file states it. Without one there is no total.'),
    polygons: z.int().nonnegative().describe('Rows with a polygon and a rate; of a grid, one for each rate.'),
    bounds: z.array(z.number()).length(4).optional().describe('West, south, east and north on WGS 84.'),
    area: area.describe('In the unit of area of the rates; hectares without a unit. Overlaps count more than once.'),
    rate: z
      .object({
        min: z.number().describe('The lowest rate, in `rateUnit`.'),
        max: z.number().describe('The highest rate, in `rateUnit`.'),
        mean: z.number().describe('Over the area.'),
      })
      .optional()
      .describe('Absent if no polygon has a rate.'),
    total: quantity.optional().describe('Of the product, if every polygon gets its rate.'),
    levels: z
      .array(
        z.object({
          rate: z.number().describe('The rate, in `rateUnit`.'),
          polygons: z.int().describe('How many polygons have it.'),
          area: z.number().describe('Their area, in the unit of `area`.'),
          amount: z
            .number()
            .optional()
            .describe('What it takes of the product, in the unit of `total`; absent without a unit of the rates.'),
        }),
      )
      .optional()
      .describe('The rates, from the lowest; absent if there are more than a hundred.'),
    otherwise: z
      .object({
        initial: z
          .number()
          .optional()
          .describe('The rate before the first position, in `rateUnit`; absent if the file has none.'),
        positionLost: z
          .number()
          .optional()
          .describe('The rate while the position is lost, in `rateUnit`; absent if the file has none.'),
        outOfField: z
          .number()
          .optional()
          .describe('The rate outside of all polygons, in `rateUnit`; absent if the file has none.'),
      })
      .optional()
      .describe('Rates of task data for ground without a polygon, and without a position.'),
    holes: ground.optional().describe('Ground without a rate that is enclosed by ground with one.'),
    overlaps: z
      .object({ squareMetres: z.number().describe('Its area, in square metres.') })
      .optional()
      .describe('Ground that has several rates.'),
    slivers: z.int().nonnegative().describe('Polygons, or parts of one, that are narrower than a metre.'),
    field: z
      .object({
        outside: area.describe('Ground of the prescription outside of the field.'),
        uncovered: area.describe('Ground of the field without a rate.'),
      })
      .optional()
      .describe('Compared with the field that was named.'),
    picture: z.string().optional().describe('A map with its legend, as a data URL of a PNG.'),
    findings: z.array(prescriptionFindingSchema).describe('What is wrong or doubtful; empty if nothing is.'),
  })
  .meta({ id: 'PrescriptionInspection' });

export type Inspection = z.infer<typeof inspectionSchema>;

/** An area in a unit, to a square metre. */
export function areaIn(unit: 'ha' | 'ac', squareMetres: number): { value: number; unit: 'ha' | 'ac' } {
  return { value: Number((squareMetres / squareMetresOf[unit]).toFixed(4)), unit };
}
