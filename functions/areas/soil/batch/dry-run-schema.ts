import * as z from 'zod';
import { svcUserIdSchema } from '../../../../domain/shared-members.ts';
import { soilEntrySchema } from '../../../../domain/soil/batch/soil-batch.ts';

const read = soilEntrySchema.pick({
  fileName: true,
  sizeBytes: true,
  errorKey: true,
  errorMessage: true,
  formats: true,
  eventCount: true,
  sampleCount: true,
  resultCount: true,
  warnings: true,
  duplicateOf: true,
  duplicateOfBatch: true,
});

/** What zips of soil results would become. */
export const soilDryRunSchema = z
  .object({
    dryRun: z.literal(true).describe('Says that nothing was stored.'),
    svcUserId: svcUserIdSchema,
    entries: z
      .array(
        read.extend({
          status: z.enum(['COMPLETED', 'FAILED']).describe('How the entry of the zip would end.'),
          account: z
            .object({
              cells: z
                .int()
                .describe('Cells with content of all tables, and values of other files; the sum of the others.'),
              results: z.int().describe('Cells that became results.'),
              metadata: z.int().describe('Headings, and what was understood of samples, places and the report.'),
              warnings: z.int().describe('Left out: a warning names each by its column and row, in `cells`.'),
            })
            .optional()
            .describe('What became of each cell; absent where the zip cannot be read.'),
          results: z
            .array(
              z.object({
                name: z.string().describe('As the file spells it.'),
                unit: z.string().nullable().describe('As the file spells it.'),
                analyte: z.string().nullable().describe('The code of the analyte; null for one that is not known.'),
                method: z
                  .string()
                  .nullable()
                  .describe('The method of extraction; null if the file says none, or one that is not known.'),
                canonicalUnit: z
                  .string()
                  .nullable()
                  .describe('The unit to which values are converted; null where they are kept as in the file.'),
                count: z.int().describe('How many results there are.'),
                min: z
                  .number()
                  .nullable()
                  .describe('The least number, in `canonicalUnit`, or else in the unit of the file.'),
                max: z
                  .number()
                  .nullable()
                  .describe(
                    'The greatest number, in `canonicalUnit`, or else in the unit of the file; null if there is none.',
                  ),
              }),
            )
            .describe('How results were understood: one for each name, unit and method of the file.'),
        }),
      )
      .describe('One for each zip, in the order in which they were sent.'),
  })
  .meta({ id: 'SoilDryRun' });
