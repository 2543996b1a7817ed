const number = (value: number) => value.toLocaleString('en');

/** What the inspector finds beyond the checks of every provider. */
export const inspectionFindings = {
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
  gridMisplaced: {
    severity: 'error',
    message: ({ what, value }: { what: string; value: string | undefined }) =>
      `The ${what} of the grid is ${value === undefined ? 'no number' : `${value}, which no field has`}.`,
    hint: 'Export the task again. The corner is in degrees on WGS 84, and cells have a height and a width above 0.',
  },
  treatmentsImpossible: {
    severity: 'error',
    message: ({ count, what, rates }: { count: number; what: string; rates: string[] }) =>
      `${number(count)} ${what} have rates that no machine can apply: ${rates.slice(0, 10).join(', ')}. They were left out.`,
    hint: 'Programs write such numbers for ground without a rate. Give it a rate, 0 for none.',
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
      `The zones prescribe ${ddi}, which is no setpoint of mass, volume or seeds for an area.`,
    hint: 'Export a task with setpoints of application rates (DDI 0001, 0006 or 000B). Actual rates are what a machine logs, and default, minimum and maximum rates prescribe nothing.',
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
      `Polygons overlap: ${number(Math.round(squareMetres))} m² have more than one rate, and totals count them more than once.`,
    hint: 'A machine takes either rate. Cut the polygons where the prescription was made.',
  },
  zonesOverlap: {
    severity: 'error',
    message: ({ squareMetres }: { squareMetres: number }) =>
      `Zones with rates overlap on ${number(Math.round(squareMetres))} m², so that it is open which rate that ground gets.`,
    hint: 'Draw the zones again without an overlap, or name fewer of them.',
  },
  gaps: {
    severity: 'warning',
    message: ({ count, squareMetres }: { count: number; squareMetres: number }) =>
      `${number(count)} holes, of ${number(Math.round(squareMetres))} m² together, have no rate.`,
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
  notPlanted: {
    severity: 'error',
    message: ({ column, unit }: { column: string; unit: string }) =>
      `Rates of ${column}${unit && ` in ${unit}`} are of what is applied, and the provider takes prescriptions for planting alone.`,
    hint: 'Name another `target`, or give the column and the unit of what is planted.',
  },
  tooManyRates: {
    severity: 'error',
    message: ({ count, limit }: { count: number; limit: number }) =>
      `It has ${number(count)} different rates; the zones of a task have at most ${number(limit)}.`,
    hint: 'Round the rates where the prescription was made.',
  },
} as const;
