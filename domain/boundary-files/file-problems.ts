import { counted } from '../counted.ts';
import { endedItsProgram, failedForGood, givenUp, stoppedByMemory, stoppedByTime } from '../files/attempt-problems.ts';
import { acceptedFormats } from './converter-format.ts';
import { count, type ProblemRow, size } from './problem-row.ts';

const plainGeoPackage =
  'Save the layer as a GeoPackage of its own and upload that: in QGIS "Export > Save Features As…" with the format GeoPackage and a new file name; ' +
  'with GDAL: ogr2ogr plain.gpkg yours.gpkg <layer>.';

export const fileProblems = {
  emptyFile: {
    severity: 'error',
    message: () => 'The file is empty (0 bytes).',
    hint: 'Export it again and check its size before uploading.',
  },
  unrecognisedFile: {
    severity: 'error',
    message: ({ looksLike }: { looksLike: string }) =>
      `The file cannot be read as field boundaries: it looks like ${looksLike}.`,
    hint: `Accepted are ${acceptedFormats}.`,
  },
  treatmentZones: {
    severity: 'warning',
    message: ({ zones }: { zones: number }) =>
      `The task data also holds a prescription (${counted(zones, 'zone')} with rates that a machine is to apply), of which only the boundaries of the fields were read.`,
    hint: 'No action is needed for the fields. The prescription belongs in the machine: copy it to the display, or have it sent to the account of the machine (POST /services/beta/prescription/api/users/{svcUserId}/{provider}).',
  },
  missingShapefileMember: {
    severity: 'error',
    message: ({ present, missing }: { present: string[]; missing: string[] }) =>
      `The shapefile is incomplete: ${listed(present)} ${present.length > 1 ? 'are' : 'is'} there, ${listed(missing)} ${missing.length > 1 ? 'are' : 'is'} missing.`,
    hint: 'A shapefile is at least a .shp, a .shx and a .dbf of the same name in the same folder; zip all of them together.',
  },
  unreadableFile: {
    severity: 'error',
    message: ({ format, reason }: { format: string; reason: string }) =>
      `The file cannot be read as ${format}: ${reason}.`,
    hint: 'Check that it opens in your own program, export it again and upload it once more.',
  },
  activeDatabase: {
    severity: 'error',
    message: ({ kind, name }: { kind: string; name: string }) =>
      `The GeoPackage contains a ${kind}, "${name.slice(0, 100)}". Only plain tables are opened, since anything else runs code from the file on the server.`,
    hint: plainGeoPackage,
  },
  unfinishedDatabase: {
    severity: 'error',
    message: ({ beside }: { beside: string }) =>
      `The GeoPackage was copied while a program had it open: its last changes are in ${beside}, which is not read.`,
    hint: `Close the file in every program and copy it again, or: ${plainGeoPackage}`,
  },
  fileTooLarge: {
    severity: 'error',
    message: ({ bytes, limit }: { bytes: number; limit: number }) =>
      `The file has ${size(bytes)}; the limit for this format is ${size(limit)}.`,
    hint: 'Export only the boundaries, or send them as a GeoPackage or a shapefile, which are smaller.',
  },
  featureTooLarge: {
    severity: 'error',
    message: ({ limit }: { limit: number }) =>
      `One part of the file has more than ${size(limit)} of text, far more than a field boundary needs.`,
    hint: 'Simplify the boundary, or export only boundaries and not the data recorded inside them.',
  },
  malformedJson: {
    severity: 'error',
    message: ({ reason }: { reason: string }) => `The file is not valid JSON: ${reason}.`,
    hint: 'Export it again; a file edited by hand often lacks a comma or a closing bracket.',
  },
  notGeoJson: {
    severity: 'error',
    message: ({ found }: { found: string }) => `The file is JSON, but not GeoJSON: ${found}.`,
    hint: 'GeoJSON is an object with the type FeatureCollection, Feature, Polygon or MultiPolygon.',
  },
  malformedXml: {
    severity: 'error',
    message: ({ reason }: { reason: string }) => `The file is not well-formed XML: ${reason}.`,
    hint: 'Export it again; a file that was cut off or edited by hand often lacks a closing tag.',
  },
  forbiddenXml: {
    severity: 'error',
    message: ({ what }: { what: string }) =>
      `The XML has ${what}, which is refused because it can be used to attack a server.`,
    hint: 'Boundary files need neither DOCTYPE nor ENTITY declarations: remove those lines.',
  },
  xmlTooDeep: {
    severity: 'error',
    message: ({ limit }: { limit: number }) => `The XML nests elements more than ${limit} deep.`,
    hint: 'Export the boundaries alone, without the folders around them.',
  },
  networkLink: {
    severity: 'warning',
    message: ({ links }: { links: number }) =>
      `The KML refers to other files (${counted(links, 'NetworkLink')}), which were not fetched.`,
    hint: 'Save the linked places into the file itself: in Google Earth, "Save place as" on the linked folder.',
  },
  membersElsewhere: {
    severity: 'warning',
    message: ({ members }: { members: number }) =>
      `The GML refers to features in other documents (${count(members)} by xlink:href), which were not fetched.`,
    hint: 'Ask the service for the features themselves, such as with resolve=all, or export them from your program.',
  },
  blanksInCoordinates: {
    severity: 'warning',
    message: () =>
      'The coordinates have spaces after commas, although spaces separate positions in KML; the spaces were ignored.',
    hint: 'No action is needed if the fields are in the right place; other programs may reject the file.',
  },
  assumedEncoding: {
    severity: 'warning',
    message: ({ encoding }: { encoding: string }) =>
      `The text is not UTF-8 and declares no encoding; it was read as ${encoding}.`,
    hint: 'Check the names of the fields; save the file as UTF-8 if they are wrong.',
  },
  attributesUnreadable: {
    severity: 'warning',
    message: ({ reason }: { reason: string }) =>
      `The attribute table (.dbf) cannot be read, so the fields have no names: ${reason}.`,
    hint: 'Export the shapefile again if the names matter.',
  },
  attributesLost: {
    severity: 'warning',
    message: ({ read, expected }: { read: number; expected: number }) =>
      `The attribute table (.dbf) has only ${count(read)} of ${count(expected)} rows; the remaining fields have no names.`,
    hint: 'Export the shapefile again if the names matter.',
  },
  noFeatures: {
    severity: 'error',
    message: () => 'The file was read, but it contains no features.',
    hint: 'Check the export: a filter or an empty selection may have left everything out.',
  },
  processingGivenUp: givenUp(
    'Processing the file',
    'Upload it again. If it fails again, split it into smaller files and tell the operator of this server.',
  ),
  readingTooLong: stoppedByTime(
    'Reading the file',
    'Export only the boundaries, without views or other tables, as a GeoPackage or a shapefile of its own.',
  ),
  readingTooLarge: stoppedByMemory(
    'Reading the file',
    'for one file',
    'Export only the boundaries, simplified where they are very detailed, and upload them as several files.',
  ),
  readingBroke: endedItsProgram(
    'The file could not be read',
    'reads this format',
    'Upload it again later. If it fails again, check that it opens in your own program and export it again.',
  ),
  readingFailed: failedForGood(
    'Reading the file',
    'Check that the file opens in your own program and export it again. If that fails as well, tell the operator of this server.',
  ),
  notReached: {
    severity: 'error',
    message: () => 'The file was not read: the files before it used up the time limit of the upload.',
    hint: 'Upload it on its own.',
  },
  featuresLost: {
    severity: 'error',
    message: ({ read, expected }: { read: number; expected: number }) =>
      `Only ${count(read)} of the file's ${count(expected)} features can be read; the rest is damaged or was cut off.`,
    hint: 'Export the file again and upload it once more.',
  },
  engineMissing: {
    severity: 'error',
    message: ({ engine, need }: { engine: string; need: string; install: string }) =>
      `${engine} is not installed on this server, and ${need} needs it.`,
    hint: ({ install }: { engine: string; need: string; install: string }) =>
      `Install it and upload the file again: ${install}`,
  },
} satisfies Record<string, ProblemRow>;

function listed(extensions: string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(extensions);
}
