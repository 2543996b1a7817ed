const upload = 'Correct it where the prescription was made, and send it again.';
const number = (value: number) => value.toLocaleString('en');

/** What shapes, coordinates and rates can have against them. */
export const shapeFindings = {
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
