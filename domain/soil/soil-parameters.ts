import * as z from 'zod';
import { type AnalyteCode, analyteOf } from './analytes.ts';
import { methodOf } from './methods.ts';
import type { SampleRole } from './tables/column-roles.ts';
import { centimetresOf, factorBetween, type UnitKey, unitIn } from './units.ts';

/** What a column can be beside results. */
const mappedRoles = [
  ...['sampleId', 'pointId', 'labNumber', 'grower', 'farm', 'field', 'lab', 'reportNumber'],
  ...['date', 'receivedDate', 'processedDate', 'depth', 'depthTop', 'depthBottom', 'depthUnit'],
  ...['longitude', 'latitude', 'analyte', 'value', 'unit', 'method', 'ignored'],
] as const satisfies readonly SampleRole[];

/** The record of a batch has them, beside all that its entries say. */
const maxColumns = 100;
const maxHeading = 200;
const maxName = 200;

const code = z
  .string()
  .max(maxName)
  .refine((text) => analyteOf(text) !== undefined, 'must be the code of a known analyte, such as P, OM or NO3N');

const unitText = z.string().min(1).max(40);

/** Why a unit is none of an analyte, if so. */
function unitProblem(analyteCode: string, unit: string): string | undefined {
  const analyte = analyteOf(analyteCode);
  if (!analyte) return undefined;
  const from = unitIn(unit);
  if (from === undefined) return `${unit} is no known unit; send one such as ppm, mg/kg, %, lb/ac or meq/100g`;
  const { unit: to, equivalentGrams } = analyte;
  const converts = factorBetween({ from, to, equivalentGrams, thickness: 1 }) !== undefined;
  return converts ? undefined : `${unit} does not convert to ${to}, the unit of ${analyteCode}`;
}

const result = z
  .strictObject({
    analyte: code.describe('The code of the analyte.'),
    unit: unitText.optional().describe('The unit of the column.'),
    method: z
      .string()
      .max(maxName)
      .refine(
        (text) => methodOf(text) !== undefined,
        'must be a known method of extraction, such as olsen, mehlich3 or bray1',
      )
      .optional(),
  })
  .superRefine(({ analyte, unit }, context) => {
    const message = unit === undefined ? undefined : unitProblem(analyte, unit);
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['unit'], message });
  });

const role = z
  .strictObject({
    role: z.enum(mappedRoles, `must be one of ${mappedRoles.join(', ')}`).describe('What the column says of a sample.'),
    unit: unitText.optional().describe('The unit of a depth.'),
  })
  .superRefine(({ role: is, unit }, context) => {
    if (unit === undefined) return;
    const isDepth = is === 'depth' || is === 'depthTop' || is === 'depthBottom';
    const message = isDepth
      ? 'must be a unit of depth, such as cm or in'
      : 'only columns of depth, and those of an analyte, have a unit';
    if (!isDepth || centimetresOf(unit) === undefined) context.addIssue({ code: 'custom', path: ['unit'], message });
  });

const meaning = z.union([result, role]);

/** What the files of a zip do not say, and its sender knows. */
export const soilParametersSchema = z
  .strictObject({
    defaultUnits: z
      .record(z.string().max(maxName), unitText)
      .superRefine((units, context) => {
        for (const [analyte, unit] of Object.entries(units)) {
          const known = code.safeParse(analyte);
          const message = known.success ? unitProblem(analyte, unit) : known.error.issues[0]?.message;
          if (message !== undefined) context.addIssue({ code: 'custom', path: [analyte], message });
        }
      })
      .optional()
      .describe('Units by code of analyte, for results without a unit in the file: `{"P": "ppm"}`.'),
    columns: z
      .record(z.string().min(1).max(maxHeading), z.unknown())
      .superRefine((columns, context) => {
        const headings = Object.keys(columns);
        if (headings.length > maxColumns)
          context.addIssue({ code: 'custom', message: `has at most ${maxColumns} headings` });
        const twice = headings.find((one, index) => headings.findIndex((other) => same(one, other)) < index);
        if (twice !== undefined)
          context.addIssue({ code: 'custom', path: [twice], message: 'is the same heading as another one' });
        for (const [heading, given] of Object.entries(columns)) {
          for (const { path, message } of problemsOf(given)) {
            context.addIssue({ code: 'custom', path: [heading, ...path], message });
          }
        }
      })
      .transform((columns) => columns as Record<string, z.infer<typeof meaning>>)
      .optional()
      .describe(
        `What columns of tables are, by their headings: \`{"Phos": {"analyte": "P", "unit": "ppm", "method": "olsen"}, "Spot": {"role": "sampleId"}}\`. Roles: ${mappedRoles.join(', ')}.`,
      ),
    lab: z.string().trim().min(1).max(maxName).optional().describe('The laboratory, where the file names none.'),
  })
  .meta({ id: 'SoilParameters' });

export type SoilParameters = z.infer<typeof soilParametersSchema>;

/** What a mapping says of a column. */
export type ColumnMeaning = z.infer<typeof meaning>;

/** Problems of one meaning, by what it is: of an analyte or of a role. */
function problemsOf(given: unknown): { path: PropertyKey[]; message: string }[] {
  const isResult = typeof given === 'object' && given !== null && 'analyte' in given;
  const isRole = typeof given === 'object' && given !== null && 'role' in given;
  if (isResult === isRole)
    return [{ path: [], message: 'must be {"analyte": …, "unit": …, "method": …} or {"role": …}' }];
  const { error } = (isResult ? result : role).safeParse(given);
  return (error?.issues ?? []).map((issue) =>
    issue.code === 'unrecognized_keys'
      ? {
          path: issue.keys.slice(0, 1),
          message: `is not known; send ${isResult ? 'analyte, unit and method' : 'role and unit'}`,
        }
      : { path: [...issue.path], message: issue.message },
  );
}

const spaced = (heading: string) => heading.trim().split(/\s+/).join(' ').toLowerCase();

/** Whether two headings are the same but for case and spaces. */
const same = (one: string, other: string) => spaced(one) === spaced(other);

/** The meaning that a mapping gives to a heading, and the key that it is under. */
export function meaningOf(
  heading: string,
  columns: SoilParameters['columns'],
): { key: string; meaning: ColumnMeaning } | undefined {
  for (const [key, given] of Object.entries(columns ?? {})) if (same(key, heading)) return { key, meaning: given };
  return undefined;
}

/** The default unit of an analyte, as it was given. */
export function defaultUnitOf(
  analyte: string,
  { defaultUnits }: Pick<SoilParameters, 'defaultUnits'>,
): { spelling: string; unit: UnitKey } | undefined {
  const spelling =
    defaultUnits && Object.hasOwn(defaultUnits, analyte) ? defaultUnits[analyte as AnalyteCode] : undefined;
  const unit = spelling === undefined ? undefined : unitIn(spelling);
  return spelling === undefined || unit === undefined ? undefined : { spelling, unit };
}
