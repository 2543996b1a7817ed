const number = (value: number) => value.toLocaleString('en');

/** What a zip can have against it, before its shapes and rates are read. */
export const zipFindings = {
  notZip: {
    severity: 'error',
    message: () => 'It is no zip.',
    hint: 'Zip the .shp, .shx and .dbf of a shapefile, and send the zip.',
  },
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
} as const;
