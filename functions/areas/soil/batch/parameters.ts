import * as z from 'zod';
import { flag } from '../../../../domain/parameters.ts';
import { soilParametersSchema } from '../../../../domain/soil/soil-parameters.ts';

/** Characters of a parameter that is JSON; the record of the batch has them. */
const maxCharacters = 16_000;

const { defaultUnits, columns, lab } = soilParametersSchema.shape;

/** JSON in the text of a parameter. @param example of what is expected. */
function json<Schema extends z.ZodType>(schema: Schema, example: string) {
  return z
    .string()
    .max(maxCharacters, `must have at most ${maxCharacters.toLocaleString('en-US')} characters`)
    .transform((text, context): unknown => {
      try {
        const value: unknown = JSON.parse(text);
        if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
      } catch {
        // The same is wrong with it as with other values.
      }
      context.addIssue({ code: 'custom', message: `must be an object as JSON, such as ${example}` });
      return z.NEVER;
    })
    .pipe(schema);
}

/** What may be sent with zips of soil results, in the address or as texts of the form. */
export const soilQuery = {
  defaultUnits: json(defaultUnits, '{"P": "ppm"}')
    .optional()
    .describe('JSON: units by code of analyte, for results without a unit in the file: `{"P": "ppm", "OM": "%"}`.'),
  columns: json(columns, '{"Phos": {"analyte": "P"}}')
    .optional()
    .describe(
      'JSON: what columns of tables are, by their headings: `{"Phos": {"analyte": "P", "unit": "ppm", "method": "olsen"}, "Spot": {"role": "sampleId"}}`. Comes before what the service understands of a heading.',
    ),
  lab: lab.describe('The laboratory, where the file names none.'),
  dryRun: flag.optional().describe('Read the zips, and store nothing.'),
};

export const soilQueryNames = [
  'defaultUnits',
  'columns',
  'lab',
  'dryRun',
] as const satisfies (keyof typeof soilQuery)[];
