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
  formatUnknown: {
    severity: 'error',
    message: () => 'It is no zip with a shapefile or TASKDATA.XML, no bare TASKDATA.XML and no GeoJSON.',
    hint: 'Send a zip with one shapefile, a zip with the folder TASKDATA, or a GeoJSON file.',
  },
  severalShapefiles: {
    severity: 'error',
    message: ({ entries }: { entries: string[] }) =>
      `Several shapefiles may be the prescription: ${entries.slice(0, 10).join(', ')}.`,
    hint: 'Send the prescription alone, or name the column that only it has (`rateColumn`).',
  },
  rateColumnOpen: {
    severity: 'error',
    message: ({ columns }: { columns: string[] }) =>
      `Several columns are numeric, so that it is open which one holds the rate: ${columns.slice(0, 30).join(', ')}.`,
    hint: 'Name one as `rateColumn`.',
  },
  reprojected: {
    severity: 'warning',
    message: ({ system }: { system: string }) => `The coordinates were converted from ${system} to WGS 84.`,
    hint: 'Providers do not convert them. Send what the inspector writes with `to=shapefile`.',
  },
  systemUnusable: {
    severity: 'error',
    message: ({ reason }: { reason: string }) => `The coordinate system cannot be used: ${reason}.`,
    hint: 'Export the prescription with longitude and latitude on WGS 84.',
  },
  malformed: {
    severity: 'error',
    message: ({ reason }: { reason: string }) => `It cannot be read: ${reason}.`,
    hint: 'Export the prescription again.',
  },
  tooLarge: {
    severity: 'error',
    message: ({ count, limit, what }: { count: number; limit: number; what: string }) =>
      `It has ${number(count)} ${what}; at most ${number(limit)} are read.`,
    hint: 'Export it with a coarser grid, or polygons of equal rate joined.',
  },
  noTreatment: {
    severity: 'error',
    message: () => 'No task in it has a grid, or zones with polygons and a rate.',
    hint: 'Export the task with its prescription.',
  },
  severalTreatments: {
    severity: 'warning',
    message: ({ names, read }: { names: string[]; read: string }) =>
      `It prescribes several: ${names.slice(0, 20).join(', ')}. ${read} was read.`,
    hint: 'Name another as `rateColumn`.',
  },
  entryNotStated: {
    severity: 'error',
    message: ({ file }: { file: string }) => `The grid is in ${file}, which is not in the zip.`,
    hint: 'Zip the whole folder TASKDATA.',
  },
  gridSizeDiffers: {
    severity: 'error',
    message: ({ bytes, expected }: { bytes: number; expected: number }) =>
      `The grid has ${number(bytes)} bytes, and its columns, rows and values need ${number(expected)}.`,
    hint: 'The grid and its description are of different exports. Export the task again.',
  },
  gridLengthDiffers: {
    severity: 'warning',
    message: ({ bytes, stated }: { bytes: number; stated: number }) =>
      `The grid has ${number(bytes)} bytes, as its columns and rows need, and its description says ${number(stated)}.`,
    hint: 'Some terminals refuse such a grid. Export the task again.',
  },
  zonesUnnamed: {
    severity: 'warning',
    message: ({ cells, codes }: { cells: number; codes: number[] }) =>
      `${number(cells)} cells have zone codes that no zone describes (${codes.slice(0, 20).join(', ')}). They have no rate and were left out.`,
    hint: 'Export the task again, with all of its zones.',
  },
  scalesDiffer: {
    severity: 'warning',
    message: ({ shown, sent, unit }: { shown: string; sent: string; unit: string }) =>
      `The numbers are ${shown} by their presentation (VPN), and ${sent} ${unit} by the data dictionary, by which a task controller sends them to the machine.`,
    hint: 'The presentation was used. Try the task on the terminal before it is worked, and compare the rates.',
  },
  quantityUnknown: {
    severity: 'error',
    message: ({ ddi }: { ddi: string }) =>
      `The zones prescribe ${ddi}, which is no rate of mass, volume or seeds for an area.`,
    hint: 'Export a task with setpoints of application rates (DDI 0001, 0006, 000B and their like).',
  },
  polygonsInvalid: {
    severity: 'warning',
    message: ({ defect }: { defect: string }) =>
      `The polygon is not valid (${defect}); its area is that of its repaired form.`,
    hint: 'Machines differ in what they make of it. Repair it where the prescription was made.',
  },
  overlaps: {
    severity: 'warning',
    message: ({ squareMetres }: { squareMetres: number }) =>
      `Polygons overlap: ${number(squareMetres)} m² have more than one rate, and totals count them more than once.`,
    hint: 'A machine takes either rate. Cut the polygons where the prescription was made.',
  },
  zonesOverlap: {
    severity: 'error',
    message: ({ squareMetres }: { squareMetres: number }) =>
      `Zones with rates overlap on ${number(squareMetres)} m², so that it is open which rate that ground gets.`,
    hint: 'Draw the zones again without an overlap, or name fewer of them.',
  },
  gaps: {
    severity: 'warning',
    message: ({ count, squareMetres }: { count: number; squareMetres: number }) =>
      `${number(count)} holes, of ${number(squareMetres)} m² together, have no rate.`,
    hint: 'A machine takes its default rate there. Give holes that are not meant a rate.',
  },
  slivers: {
    severity: 'warning',
    message: ({ count }: { count: number }) => `${number(count)} polygons, or parts of one, are narrower than a metre.`,
    hint: 'Join them with their neighbours: no machine changes its rate on so little ground.',
  },
  outsideField: {
    severity: 'warning',
    message: ({ hectares, percent }: { hectares: number; percent: number }) =>
      `${hectares} ha of it (${percent} %) are outside the field.`,
    hint: 'Check whether it is the prescription of this field.',
  },
  notExamined: {
    severity: 'warning',
    message: ({ what }: { what: string }) => `${what} were not looked for: GDAL is not installed here.`,
    hint: 'The operator of this server installs it with: node bin/first-run.mjs',
  },
  unitMissing: {
    severity: 'error',
    message: () => 'The file does not state the unit of the rates, which ISO 11783 needs.',
    hint: 'Give it as `rateUnit`.',
  },
  unitContradicts: {
    severity: 'error',
    message: ({ stated, given }: { stated: string; given: string }) =>
      `The file states ${stated}, and the request ${given}.`,
    hint: 'Leave out `rateUnit`, or give the one of the file.',
  },
  unitNotExpressible: {
    severity: 'error',
    message: ({ unit }: { unit: string }) =>
      `Rates of nitrogen (${unit}) have no number in the data dictionary of ISO 11783.`,
    hint: 'Convert the rates to those of the product.',
  },
  tooManyRates: {
    severity: 'error',
    message: ({ count, limit }: { count: number; limit: number }) =>
      `It has ${number(count)} different rates; the zones of a task have at most ${number(limit)}.`,
    hint: 'Round the rates where the prescription was made.',
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
