import * as z from 'zod';

const upload = 'Correct it where the prescription was made, and send it again.';
const number = (value: number) => value.toLocaleString('en');

/** Everything that a prescription can have against it. An `error` keeps it from being sent; a `warning` does not. The vocabulary is closed. */
const vocabulary = {
  zipUnreadable: {
    severity: 'error',
    message: ({ reason }: { reason: string }) => reason,
    hint: 'Create the zip again, with the shapefile alone in it, and send it again.',
  },
  readingFailed: {
    severity: 'error',
    message: ({ reason }: { reason: string }) => reason,
    hint: 'Export the prescription again, in fewer and simpler polygons if it is large.',
  },
  partMissing: {
    severity: 'error',
    message: ({ extension, base }: { extension: string; base?: string }) =>
      base ? `The shapefile ${base} has no .${extension}.` : `There is no .${extension} in the zip.`,
    hint: 'A shapefile has three parts with one name: .shp (shapes), .shx (their index) and .dbf (their values). Put all three into the zip.',
  },
  partRepeated: {
    severity: 'error',
    message: ({ extension, entries }: { extension: string; entries: string[] }) =>
      `There are ${entries.length} files .${extension}: ${entries.slice(0, 5).join(', ')}.`,
    hint: 'A prescription is one shapefile. Send each in a zip of its own.',
  },
  namesDiffer: {
    severity: 'error',
    message: ({ names }: { names: string[] }) =>
      `The parts of the shapefile have different names: ${names.slice(0, 5).join(', ')}.`,
    hint: 'The .shp, .shx and .dbf of a shapefile have the same name, in upper and lower case too. Rename them.',
  },
  entryInFolder: {
    severity: 'error',
    message: ({ folder }: { folder: string }) => `It is in the folder ${folder}, where the provider does not look.`,
    hint: 'The files must be at the top of the zip. Zip the files themselves, not the folder that they are in.',
  },
  entryOutsideRx: {
    severity: 'error',
    message: () => 'It is not directly in a folder `Rx` at the top of the zip.',
    hint: 'John Deere reads prescriptions from the folder `Rx` alone, written so, and from none below it.',
  },
  entryUnexpected: {
    severity: 'error',
    message: () => 'It is no part of a shapefile.',
    hint: 'A prescription is a zip with one shapefile. Remove everything else, such as the files of a setup of a display.',
  },
  fileNameUnfit: {
    severity: 'error',
    message: ({ name, rule }: { name: string; rule: string }) => `The name of the file, “${name}”, ${rule}.`,
    hint: 'Rename the zip, and send it again.',
  },
  shapefileDamaged: {
    severity: 'error',
    message: ({ reason }: { reason: string }) => `It is damaged: ${reason}.`,
    hint: 'It was probably cut off while it was copied. Export the prescription again.',
  },
  countsDiffer: {
    severity: 'error',
    message: ({ shapes, index, rows }: { shapes: number; index: number; rows: number }) =>
      `There are ${number(shapes)} shapes in the .shp, ${number(index)} in the .shx, and ${number(rows)} rows in the .dbf.`,
    hint: 'The three parts are of different exports, or one was cut off. Export the prescription again.',
  },
  notPolygons: {
    severity: 'error',
    message: ({ found }: { found: string }) => `Its shapes are ${found}, not polygons.`,
    hint: 'A prescription consists of polygons, each with its rate. Logged points are no prescription.',
  },
  noPolygons: {
    severity: 'error',
    message: () => 'It has no polygon.',
    hint: 'Check whether the right map was exported.',
  },
  shapeMissing: { severity: 'error', message: () => 'The row has no polygon.', hint: upload },
  shapeDamaged: {
    severity: 'error',
    message: ({ reason }: { reason: string }) => `The polygon of the row is damaged: ${reason}.`,
    hint: upload,
  },
  rowDeleted: {
    severity: 'warning',
    message: () => 'The row is marked as deleted, and readers differ in whether they skip its polygon.',
    hint: 'Pack the table where the prescription was made, so that the row is gone.',
  },
  notDegrees: {
    severity: 'error',
    message: ({ x, y, hasProjection }: { x: number; y: number; hasProjection: boolean }) =>
      `The coordinates, such as ${x}, ${y}, are not degrees${hasProjection ? ', although the .prj says so' : ', and there is no .prj that says what they are'}.`,
    hint: 'Providers read coordinates as longitude and latitude on WGS 84. Export the prescription with that system, or add the .prj of its own and have the inspector convert it (`to=shapefile`).',
  },
  projected: {
    severity: 'error',
    message: ({ system }: { system: string }) =>
      `The coordinates are in ${system}, and providers read them as degrees on WGS 84: the machine would be elsewhere.`,
    hint: 'Export the prescription with longitude and latitude on WGS 84, or have the inspector convert it: POST /users/{svcUserId}/inspect?to=shapefile.',
  },
  otherDatum: {
    severity: 'warning',
    message: ({ system }: { system: string }) =>
      `The degrees are of ${system}. Providers read them as WGS 84, which may differ by metres.`,
    hint: 'Have the inspector convert it (POST /users/{svcUserId}/inspect?to=shapefile) if metres matter.',
  },
  projectionMissing: {
    severity: 'warning',
    message: () => 'There is no .prj; the coordinates look like degrees and are taken for WGS 84.',
    hint: 'Add the .prj where the prescription is made.',
  },
  columnMissing: {
    severity: 'error',
    message: ({ columns }: { columns: string[] }) =>
      `There is no such column; there are ${columns.slice(0, 20).join(', ') || 'none'}.`,
    hint: 'Give one of these as `rateColumn`. Names of columns are case-sensitive.',
  },
  columnNotNumeric: {
    severity: 'error',
    message: ({ kind }: { kind: string }) => `The column holds ${kind}, not numbers.`,
    hint: 'Name a numeric column, or export the rates as numbers.',
  },
  columnNameTooLong: {
    severity: 'error',
    message: ({ limit }: { limit: number }) => `The name of the column has more than ${limit} characters.`,
    hint: 'Rename the column where the prescription is made.',
  },
  noRateColumn: {
    severity: 'error',
    message: ({ columns }: { columns: string[] }) =>
      `No column is numeric, so there is no rate; the columns are ${columns.slice(0, 20).join(', ') || 'none'}.`,
    hint: 'Export the prescription with a numeric column for the rate.',
  },
  severalRateColumns: {
    severity: 'warning',
    message: ({ columns }: { columns: string[] }) =>
      `${number(columns.length)} columns are numeric: ${columns.slice(0, 20).join(', ')}. On the display somebody has to choose.`,
    hint: 'Export the prescription with the rate as its only numeric column.',
  },
  rateMissing: { severity: 'error', message: () => 'The row has no rate.', hint: upload },
  rateNotNumber: {
    severity: 'error',
    message: ({ text }: { text: string }) => `The rate of the row is “${text}”, which is no number.`,
    hint: upload,
  },
  rateImpossible: {
    severity: 'error',
    message: ({ text }: { text: string }) => `The rate of the row is ${text}, which no machine can apply.`,
    hint: 'Programs write such numbers for ground without a rate. Give it a rate, 0 for none.',
  },
  rateNegative: {
    severity: 'error',
    message: ({ text }: { text: string }) => `The rate of the row is ${text}, below 0.`,
    hint: upload,
  },
  ratesAllZero: {
    severity: 'error',
    message: () => 'No row has a rate above 0.',
    hint: 'Check whether another column holds the rates.',
  },
} as const;

export type FindingCode = keyof typeof vocabulary;

type DetailsOf<C extends FindingCode> = Parameters<(typeof vocabulary)[C]['message']>[0];

/** Something that a prescription has against it, and where. */
export const prescriptionFindingSchema = z
  .object({
    code: z.enum(Object.keys(vocabulary) as [FindingCode, ...FindingCode[]]),
    severity: z.enum(['error', 'warning']),
    entry: z.string().optional().describe('The file in the zip.'),
    column: z.string().optional(),
    row: z.int().positive().optional().describe('From 1, of the first one of its kind.'),
    rows: z.int().positive().optional().describe('How many rows have it, where it is more than one.'),
    message: z.string(),
    hint: z.string(),
  })
  .meta({ id: 'PrescriptionFinding' });

export type PrescriptionFinding = z.infer<typeof prescriptionFindingSchema>;

/** Where a finding is. */
export type FindingLocation = Pick<PrescriptionFinding, 'entry' | 'column' | 'row' | 'rows'>;

/**
 * Makes a finding of the vocabulary.
 *
 * @example finding('rateMissing', { entry: 'Rx/north.dbf', column: 'rate', row: 12 })
 */
export function finding<C extends FindingCode>(
  code: C,
  location: FindingLocation,
  ...[details]: DetailsOf<C> extends undefined ? [] : [details: DetailsOf<C>]
): PrescriptionFinding {
  const { severity, message, hint } = vocabulary[code];
  const { entry, column, row, rows } = location;
  return {
    code,
    severity,
    ...(entry !== undefined && { entry }),
    ...(column !== undefined && { column }),
    ...(row !== undefined && { row }),
    ...(rows !== undefined && rows > 1 && { rows }),
    message: (message as (details: unknown) => string)(details),
    hint,
  };
}
