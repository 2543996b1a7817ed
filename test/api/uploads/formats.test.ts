import { expect, test } from 'vitest';
import type { Boundary } from '../../../domain/fields/boundary.ts';
import type { Field } from '../../../domain/fields/field.ts';
import { sampleFieldsZip } from '../../../local/demo/sample-fields.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { type Content, geoJson, kml, named, placemark, shapefile, square, zip } from './boundary-files.ts';
import { converted } from './upload.ts';

const owner = await freshOwner();
const fieldsPath = '/services/fields/api';

async function fieldsOf(svcUserId: string): Promise<Field[]> {
  return (await owner.get<Field[]>(`${fieldsPath}/fields?svcUserId=${svcUserId}&size=100`)).body;
}

/** Uploads a file for a new user; returns the result. */
async function upload(name: string, content: Content) {
  const { id } = await freshUser(owner);
  const result = await converted(owner, id, name, content);
  const formats = result.entries.map(({ converterFormat, status }) => `${converterFormat} ${status}`);
  return { ...result, svcUserId: id, fields: await fieldsOf(id), formats };
}

test.concurrent.each<[string, string, Content, string[], string[]]>([
  ['GeoJSON', 'farm.geojson', geoJson(2), ['GEOJSON FINISHED'], ['Field 1', 'Field 2']],
  ['GeoJSON called .json', 'farm.json', geoJson(1), ['GEOJSON FINISHED'], ['Field 1']],
  ['KML', 'farm.kml', kml(placemark('South')), ['KML FINISHED'], ['South']],
  ['KMZ', 'farm.kmz', zip({ 'doc.kml': kml(placemark('<![CDATA[East & West]]>')) }), ['KML FINISHED'], ['East & West']],
  ['a shapefile', 'farm.zip', zip(named('farm', shapefile())), ['SHAPEFILE FINISHED'], ['North']],
  [
    'a shapefile with a name in Latin-1',
    'farm.zip',
    zip(named('farm', shapefile(square(12, 52), undefined, 'Größe'))),
    ['SHAPEFILE FINISHED'],
    ['Größe'],
  ],
  ['zipped GeoJSON in a folder', 'farm.zip', zip({ 'a/b/c.geojson': geoJson(1) }), ['GEOJSON FINISHED'], ['Field 1']],
  [
    'two shapefiles in folders of one zip',
    'farm.zip',
    zip({ ...named('a/farm', shapefile()), ...named('b/farm', shapefile(square(13, 52))) }),
    ['SHAPEFILE FINISHED', 'SHAPEFILE FINISHED'],
    ['North', 'North'],
  ],
  [
    'a mix, two archives deep',
    'all.zip',
    zip({ 'inner.zip': zip({ ...named('x', shapefile()), 'y.kml': kml(placemark('K')) }), 'z.json': geoJson(1) }),
    ['GEOJSON FINISHED', 'KML FINISHED', 'SHAPEFILE FINISHED'],
    ['Field 1', 'K', 'North'],
  ],
])('%s becomes fields', async (_, name, content, formats, names) => {
  const found = await upload(name, content);
  expect(found.upload.status).toBe('PROCESSED');
  expect(found.formats.sort()).toEqual(formats);
  expect(found.fields.map((field) => field.name).sort()).toEqual(names);
  const ids = found.entries.flatMap(({ fieldId }) => fieldId);
  expect(ids.sort()).toEqual(found.fields.map(({ id }) => id).sort());
});

test('entries are listed in the order of file names, fields in the order of features', async () => {
  const files = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`${at + 1}.geojson`, geoJson(11, at * 11)]));
  const { entries, fields } = await upload('many.zip', zip(files));
  expect(entries.map(({ fileName }) => fileName)).toEqual(Object.keys(files).map((name) => `many.zip/${name}`));
  expect(fields.map(({ name }) => name)).toEqual(Array.from({ length: 99 }, (_, at) => `Field ${at + 1}`));
  expect(entries.flatMap(({ fieldId }) => fieldId)).toEqual(fields.map(({ id }) => id));
});

test('the sample of the first start becomes six fields with boundaries in degrees', async () => {
  const { svcUserId, fields, entries, upload: done } = await upload('sample-fields.zip', sampleFieldsZip());
  expect(fields).toHaveLength(6);
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ problems: [], createFieldErrorDetails: [], svcUserId, uploadId: done.id });
  expect(Date.parse(entries[0]?.processedTime ?? '')).toBeGreaterThanOrEqual(Date.parse(done.createdTime));
  for (const field of fields) {
    expect(field).toMatchObject({ svcUserId, type: 'ORIGINAL', status: 'PROCESSED', files: [] });
    expect(field).not.toHaveProperty('geometry');
    const path = `${fieldsPath}/users/${svcUserId}/fields/${field.id}`;
    const { body: boundary } = await owner.get<Boundary>(`${path}/boundary`);
    expect(boundary).toMatchObject({ id: field.boundaries[0], status: 'ACTIVE', validity: 'VALID', area: field.area });
    expect(boundary.geometry.type).toBe('MultiPolygon');
    const [x = 0, y = 0] = boundary.geometry.coordinates[0]?.[0]?.[0] ?? [];
    expect([Math.round(x), Math.round(y)]).toEqual([-94, 42]);
    expect((await owner.get<Field>(path)).body).toEqual({ ...field, geometry: boundary.geometry });
  }
  const home = fields.find(({ name }) => name === 'Home Quarter');
  expect(home?.area?.value).toBeCloseTo(59.6, 0);
});

test('a shape that crosses itself is repaired, with a warning', async () => {
  const [a, b, c, d, e] = square(10, 52);
  const bowTie = { type: 'Polygon', coordinates: [[a, c, b, d, e]] };
  const found = await upload('bow.geojson', JSON.stringify({ type: 'Feature', properties: {}, geometry: bowTie }));
  expect(found.formats).toEqual(['GEOJSON FINISHED']);
  expect(found.entries[0]?.problems).toMatchObject([{ code: 'repairedGeometry', severity: 'warning' }]);
  const [field] = found.fields;
  const path = `${fieldsPath}/users/${found.svcUserId}/fields/${field?.id}/boundary`;
  expect((await owner.get<Boundary>(path)).body.validity).toBe('VALID');
});
