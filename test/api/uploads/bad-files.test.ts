import { describe, expect, test } from 'vitest';
import type { BoundaryProblem } from '../../../domain/boundary-files/problem.ts';
import type { ProblemDocument } from '../../../functions/http/problem-schema.ts';
import { tangle } from '../../domain/geometry/generated-outlines.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import {
  type Content,
  collection,
  feature,
  geoJson,
  kml,
  named,
  placemark,
  polygon,
  shapefile,
  square,
  zip,
} from './boundary-files.ts';
import { converted, type ShownEntry } from './upload.ts';

const owner = await freshOwner();
const { id } = await freshUser(owner);
const utm =
  'PROJCS["x",GEOGCS["y",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000],PARAMETER["False_Northing",0],PARAMETER["Central_Meridian",9],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0],UNIT["Meter",1]]';

function without(extension: string): Uint8Array {
  const parts = Object.entries(shapefile()).filter(([known]) => known !== extension);
  return zip(named('farm', Object.fromEntries(parts)));
}

function laughs(): string {
  const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
  return `<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY l0 "lol">${entities}]>${kml(placemark('&l9;')).slice(38)}`;
}

const cut = zip({ 'farm.geojson': geoJson(20) });

const failing: [string, string, Content, string][] = [
  ['a zip without .shp', 'farm.zip', without('shp'), 'missingShapefileMember'],
  ['a zip without .shx', 'farm.zip', without('shx'), 'missingShapefileMember'],
  ['a zip without .dbf', 'farm.zip', without('dbf'), 'missingShapefileMember'],
  ['a zip that was cut off', 'farm.zip', cut.subarray(0, cut.length - 100), 'archiveDamaged'],
  ['an empty file', 'farm.geojson', '', 'emptyFile'],
  ['an empty file called a zip', 'farm.zip', '', 'emptyFile'],
  ['a zip of nothing but folders', 'farm.zip', zip({ 'fields/': '', '__MACOSX/._fields': 'x' }), 'archiveEmpty'],
  ['a zip of nothing', 'farm.zip', zip({}), 'archiveEmpty'],
  ['a zip bomb', 'bomb.zip', zip({ 'bomb.json': new Uint8Array(80_000_000) }), 'archiveBomb'],
  ['a path out of the archive', 'farm.zip', zip({ '../../farm.geojson': geoJson(1) }), 'entryUnsafeName'],
  ['an extension that is not true', 'farm.geojson', 'just a note', 'unrecognisedFile'],
  ['a file of no known kind', 'photo.jpg', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), 'unrecognisedFile'],
  ['an empty file in a zip', 'farm.zip', zip({ 'farm.geojson': '' }), 'emptyFile'],
  ['a point', 'farm.geojson', collection([feature({ type: 'Point', coordinates: [10, 52] })]), 'notPolygon'],
  ['no features', 'farm.geojson', collection([]), 'noFeatures'],
  ['invalid coordinates', 'farm.geojson', collection([feature(polygon(square(200, 52)))]), 'coordinatesOutOfRange'],
  [
    'a shape without area',
    'farm.geojson',
    collection([
      feature(
        polygon([
          [10, 52],
          [11, 52],
          [10, 52],
          [10, 52],
        ]),
      ),
    ]),
    'invalidGeometry',
  ],
  [
    'a shape that crosses itself thousands of times',
    'farm.geojson',
    collection([feature(tangle(1_000))]),
    'tangledGeometry',
  ],
  [
    'metres without .prj',
    'farm.zip',
    zip(named('farm', shapefile(square(500_000, 5_760_000, 200)))),
    'missingProjection',
  ],
  [
    'degrees under a .prj of metres',
    'farm.zip',
    zip(named('farm', shapefile(square(9, 52), utm))),
    'projectionMismatch',
  ],
  ['a document that laughs a billion times', 'farm.kml', laughs(), 'forbiddenXml'],
  ['KML that is cut off', 'farm.kml', kml(placemark('A')).slice(0, 200), 'malformedXml'],
  ['101 fields', 'farm.geojson', geoJson(101), 'tooManyFields'],
  ['101 fields in two files', 'farm.zip', zip({ 'a.json': geoJson(50), 'b.json': geoJson(51, 50) }), 'tooManyFields'],
];

describe('an unusable upload ends FAILED with the reason', () => {
  test.concurrent.each(failing)('%s', async (_, name, content, code) => {
    const { upload, entries } = await converted(owner, id, name, content);
    expect(upload.status).toBe('FAILED');
    expect(entries.map(({ status }) => status)).toEqual(entries.map(() => 'FAILED'));
    for (const entry of entries) {
      expect(entry.problems.map((problem) => problem.code)).toContain(code);
      expectDetails(entry);
      expect([entry.fieldId, entry.processedTime]).toEqual([[], expect.any(String)]);
    }
    expect((await owner.get('/services/fields/api/fields')).headers.get('x-total-count')).toBe('0');
  });
});

test('the usable part of a file is used, and the rest is reported', async () => {
  const good = feature(polygon(square(10, 52)), 'Good');
  const bad = feature({ type: 'LineString', coordinates: square(11, 52) }, 'Track');
  const grower = await freshUser(owner);
  const { upload, entries } = await converted(owner, grower.id, 'farm.geojson', collection([good, bad, good]));
  expect(upload.status).toBe('PROCESSED');
  expect(entries).toMatchObject([{ status: 'PARTIALLY_FINISHED', fieldId: [expect.any(String)] }]);
  expect(entries[0]?.problems).toMatchObject([
    { code: 'notPolygon', severity: 'error', feature: 2, file: 'farm.geojson' },
    { code: 'duplicateFeature', severity: 'warning', feature: 3 },
  ]);
  for (const entry of entries) expectDetails(entry);
});

test('one bad file of a zip does not keep the others from becoming fields', async () => {
  const grower = await freshUser(owner);
  const files = { 'good.geojson': geoJson(1), 'bad.kml': '<kml', 'notes.txt': 'remember the gate' };
  const { upload, entries } = await converted(owner, grower.id, 'farm.zip', zip(files));
  expect(upload.status).toBe('PROCESSED');
  expect(entries.map(({ converterFormat, status }) => `${converterFormat} ${status}`).sort()).toEqual([
    'GEOJSON FINISHED',
    'KML FAILED',
  ]);
});

test('all of 100 fields are created', async () => {
  const grower = await freshUser(owner);
  const { upload, entries } = await converted(owner, grower.id, 'farm.geojson', geoJson(100));
  expect(upload.status).toBe('PROCESSED');
  expect(new Set(entries[0]?.fieldId).size).toBe(100);
  const { headers, body } = await owner.get<unknown[]>(`/services/fields/api/fields?svcUserId=${grower.id}&size=100`);
  expect([body.length, headers.get('x-total-count')]).toEqual([100, '100']);
});

/** Expects each error as the text of a problem document, beside the same as objects, and no warnings: a client may take any detail for a failure. */
function expectDetails({ createFieldErrorDetails, problems }: ShownEntry): void {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const details = createFieldErrorDetails.map((text) => JSON.parse(text) as ProblemDocument & BoundaryProblem);
  expect(details).toHaveLength(errors.length);
  for (const [at, { file, layer, feature: number, code, message, hint }] of errors.entries()) {
    expect(details[at]).toMatchObject({
      type: `urn:furrow:problem:${code}`,
      title: expect.any(String),
      status: 400,
      path: expect.stringMatching(/^\/services\/uploadservice\/api\/upload\/.*\/entries$/),
      errorKey: code,
      message,
      file,
      hint,
      ...(layer !== undefined && { layer }),
      ...(number !== undefined && { feature: number }),
    });
    for (const text of [message, hint]) expect(text).toMatch(/^[^\s].*[.?]$/s);
  }
}
