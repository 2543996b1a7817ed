import { expect, test } from 'vitest';
import {
  boundaryProblemSchema,
  type ProblemCode,
  type ProblemDetails,
  problem,
  problemCodes,
} from '../../../domain/boundary-files/problem.ts';

const defect: ProblemDetails<'repairedGeometry'> = { validity: 'SELF_INTERSECTION', at: [10.5, 52.25] };

/** One example for each code; the type keeps the list complete. */
const examples: { [C in ProblemCode]: ProblemDetails<C> } = {
  treatmentZones: { zones: 32 },
  datumShift: { datum: 'NAD27', metres: 7 },
  archiveBeginsLate: { bytes: 500_000 },
  archiveDamaged: { reason: 'it was cut off' },
  archiveEmpty: undefined,
  processingGivenUp: undefined,
  entryDamaged: { reason: 'its checksum is wrong' },
  entryEncrypted: undefined,
  entryCompression: { method: 9 },
  entryMismatch: { what: 'its size is given in two ways' },
  entryUnsafeName: { reason: 'is an absolute path' },
  entryIsLink: undefined,
  archiveTooManyEntries: { limit: 10_000 },
  archiveTooDeep: { limit: 2 },
  archiveBomb: { ratio: 200, produced: 67_108_864 },
  archiveTooLarge: { limit: 8_589_934_592 },
  emptyFile: undefined,
  unrecognisedFile: { looksLike: 'a .docx file' },
  missingShapefileMember: { present: ['.shp'], missing: ['.shx', '.dbf'] },
  unreadableFile: { format: 'GeoPackage', reason: 'it is damaged' },
  activeDatabase: { kind: 'view', name: 'fields' },
  unfinishedDatabase: { beside: 'fields.gpkg-wal' },
  fileTooLarge: { bytes: 1e9, limit: 1e6 },
  featureTooLarge: { limit: 1e6 },
  malformedJson: { reason: 'it ends too early' },
  notGeoJson: { found: 'it has no type' },
  malformedXml: { reason: 'a tag is not closed' },
  forbiddenXml: { what: 'a DOCTYPE declaration' },
  xmlTooDeep: { limit: 100 },
  networkLink: { links: 2 },
  membersElsewhere: { members: 2 },
  blanksInCoordinates: undefined,
  assumedEncoding: { encoding: 'windows-1252' },
  attributesUnreadable: { reason: 'it ends within its header' },
  noFeatures: undefined,
  readingTooLong: { seconds: 60 },
  readingTooLarge: { megabytes: 2_400 },
  readingBroke: undefined,
  readingFailed: { reason: 'it breaks off' },
  notReached: undefined,
  attributesLost: { read: 3, expected: 5 },
  featuresLost: { read: 3, expected: 5 },
  engineMissing: { engine: 'GDAL', need: 'reading a shapefile', install: 'node bin/first-run.mjs' },
  missingProjection: { x: 500_000, y: 5_761_038 },
  assumedWgs84: undefined,
  unknownProjection: { name: 'EPSG:1', reason: 'nobody knows it' },
  projectionMismatch: { name: 'UTM', x: 10, y: 52 },
  reprojectionFailed: { name: 'UTM', x: 1e12, y: 52 },
  emptyGeometry: undefined,
  notPolygon: { found: 'Point' },
  malformedGeometry: { reason: 'lacks coordinates' },
  partsDropped: { found: 'Point' },
  coordinatesOutOfRange: { longitude: 500_000, latitude: 5_761_038 },
  crossesAntimeridian: { west: -180, east: 180 },
  cutAtAntimeridian: undefined,
  touchesPole: { latitude: 90 },
  tooManyVertices: { vertices: 123_456, limit: 100_000 },
  invalidGeometry: defect,
  tangledGeometry: { limit: 2_500 },
  repairedGeometry: defect,
  duplicateFeature: { original: 'feature 1 (North) in farm.geojson' },
  nameShortened: { length: 300, limit: 255 },
  tooManyFields: { fields: 101, limit: 100 },
  moreOfTheSame: { code: 'notPolygon', more: 480 },
};

const make = problem as (code: ProblemCode, place: { file: string; feature: number }, details: unknown) => unknown;

test.each(Object.keys(problemCodes) as ProblemCode[])('%s says what is wrong and what to do', (code) => {
  const made = boundaryProblemSchema.parse(make(code, { file: 'farm.zip/north.shp', feature: 3 }, examples[code]));
  expect(made).toMatchObject({ code, file: 'farm.zip/north.shp', feature: 3, severity: problemCodes[code].severity });
  for (const text of [made.message, made.hint]) {
    expect(text).toMatch(/^[A-Z\d].*[^.]\.?$/s);
    expect(text).not.toMatch(/undefined|NaN|\[object/);
  }
  for (const value of Object.values(examples[code] ?? {})) {
    if (typeof value === 'string' && code !== 'engineMissing' && !code.endsWith('Geometry'))
      expect(made.message).toContain(value);
  }
});

test('numbers are formatted for reading', () => {
  expect(problem('archiveTooLarge', { file: 'x' }, { limit: 8 * 1024 ** 3 }).message).toContain('8 GB');
  expect(problem('archiveBomb', { file: 'x' }, { ratio: 200, produced: 70_000_000 }).message).toContain('66.8 MB');
  expect(problem('repairedGeometry', { file: 'x' }, defect).message).toContain(
    'self intersection at 10.500000, 52.250000',
  );
});

test('a location has only its known members', () => {
  expect(Object.keys(problem('emptyFile', { file: 'x', layer: undefined })).sort()).toEqual([
    'code',
    'file',
    'hint',
    'message',
    'severity',
  ]);
});
