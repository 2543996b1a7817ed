import { describe, expect, test } from 'vitest';
import { sampleFieldsZip } from '../../../local/demo/sample-fields.ts';
import { writeShapefile } from '../../../local/demo/write-shapefile.ts';
import { collection, feature, polygon, readUpload, square, zip } from './upload-fixture.ts';

const geojson = collection([feature(polygon(square(10, 52, 0.002)), { name: 'North' })]);
const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>South</name><Polygon><outerBoundaryIs>
<LinearRing><coordinates>11,52 11.002,52 11.002,52.002 11,52</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`;

/** A square field as the parts of a shapefile, clockwise as the format wants it. */
function shapefile(name: string, x: number): Record<string, Buffer> {
  return writeShapefile([{ rings: [square(x, 52, 0.002).reverse()], attributes: { NAME: name } }]);
}

function named(base: string, parts: Record<string, Buffer>): Record<string, Buffer> {
  return Object.fromEntries(Object.entries(parts).map(([extension, bytes]) => [`${base}.${extension}`, bytes]));
}

describe('an upload of several files', () => {
  test('is sorted into sets of every kind, in any folders', async () => {
    const upload = zip({
      ...named('shapes/east', shapefile('East', 12)),
      ...named('shapes/west', shapefile('West', 13)),
      'north.geojson': geojson,
      'south.kml': kml,
      'google/more.kmz': zip({ 'doc.kml': kml.replaceAll('11', '14'), 'icon.png': 'png' }),
      'readme.txt': 'hello',
      'report.pdf': '%PDF',
    });
    const { sets, codes } = await readUpload('farm.zip', upload);
    expect(sets.map(({ file, format, fieldCount }) => [file, format, fieldCount])).toEqual([
      ['farm.zip/google/more.kmz/doc.kml', 'KML', 1],
      ['farm.zip/north.geojson', 'GEOJSON', 1],
      ['farm.zip/shapes/east.shp', 'SHAPEFILE', 1],
      ['farm.zip/shapes/west.shp', 'SHAPEFILE', 1],
      ['farm.zip/south.kml', 'KML', 1],
    ]);
    expect([...new Set(codes)]).toEqual(['assumedWgs84']);
  });

  test.each([
    ['a zip called .geojson', 'farm.geojson', zip({ 'north.json': geojson })],
    ['GeoJSON called .kml', 'farm.kml', geojson],
    ['KML called .json', 'farm.json', kml],
    ['KML called .kmz', 'farm.kmz', kml],
    ['GeoJSON with a byte order mark', 'farm.json', `\ufeff${geojson}`],
    ['KML in UTF-16', 'farm.kml', Buffer.from(`\ufeff${kml}`, 'utf16le')],
    ['a shapefile called .kmz', 'farm.kmz', sampleFieldsZip()],
  ])('is recognised by its content: %s', async (_what, name, content) => {
    const { fields, problems } = await readUpload(name, content);
    expect(fields.length).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  test('joins the parts of a shapefile ignoring the case of their names', async () => {
    const { shp = '', shx = '', dbf = '' } = shapefile('East', 12);
    const { fields } = await readUpload('farm.zip', zip({ 'EAST.SHP': shp, 'east.shx': shx, 'East.Dbf': dbf }));
    expect(fields).toMatchObject([{ name: 'East' }]);
  });

  test('separates shapefiles whose names differ in case only', async () => {
    const upload = zip({ ...named('field', shapefile('lower', 12)), ...named('FIELD', shapefile('upper', 13)) });
    expect((await readUpload('farm.zip', upload)).fields.map(({ name }) => name)).toEqual(['upper', 'lower']);
  });

  test.each(['shp', 'shx', 'dbf'])('names a missing .%s', async (missing) => {
    const { [missing]: _left, ...rest } = shapefile('East', 12);
    const { sets, problems } = await readUpload('farm.zip', zip(named('east', rest)));
    expect(sets).toMatchObject([{ format: 'SHAPEFILE', fieldCount: 0 }]);
    expect(problems).toMatchObject([{ code: 'missingShapefileMember', severity: 'error' }]);
    expect(problems[0]?.message).toMatch(new RegExp(`\\.${missing} is missing`));
  });

  test('names what a bare .shp lacks', async () => {
    const { shp = '' } = shapefile('East', 12);
    const { problems } = await readUpload('east.shp', shp);
    expect(problems[0]?.message).toContain('.shx and .dbf are missing');
  });

  test.each([
    'кирилица поле.geojson',
    '--dashes first.geojson',
    "a 'quoted' name.geojson",
    'été ü.geojson',
    '$(rm -rf).geojson',
    'a\nb.geojson',
  ])('keeps odd names for messages only: %s', async (name) => {
    const { sets, fields } = await readUpload('farm.zip', zip({ [name]: geojson }));
    expect(sets[0]?.file).toBe(`farm.zip/${name}`);
    expect(fields).toHaveLength(1);
  });

  test('reads names of archives made on a Russian or German DOS', async () => {
    const cyrillic = Buffer.from(zip({ 'aaaa.geojson': geojson }));
    const german = Buffer.from(zip({ 'aaaa.geojson': geojson }));
    const indexes = [cyrillic.indexOf('aaaa'), cyrillic.lastIndexOf('aaaa')];
    for (const index of indexes) {
      cyrillic.set([0xaf, 0xae, 0xab, 0xa5], index);
      german.set([0x53, 0x81, 0x64, 0x2e], index);
    }
    expect((await readUpload('farm.zip', cyrillic)).sets[0]?.file).toBe('farm.zip/поле.geojson');
    expect((await readUpload('farm.zip', german)).sets[0]?.file).toBe('farm.zip/Süd..geojson');
  });
});

describe('an unknown file', () => {
  test('is one problem that lists the known formats, when it is alone', async () => {
    const { sets, problems } = await readUpload('farm.docx', 'hello world');
    expect(sets).toMatchObject([{ format: 'UNKNOWN', fieldCount: 0 }]);
    expect(problems).toMatchObject([{ code: 'unrecognisedFile', file: 'farm.docx' }]);
    expect(problems[0]?.hint).toContain('shapefile');
  });

  test('is listed with every other of an archive without a known one', async () => {
    const { sets, problems } = await readUpload(
      'farm.zip',
      zip({ 'a.txt': 'x', 'b.prj': 'PROJCS[]', 'c.json': '{"a": 1}', 'd.geojson': '' }),
    );
    expect(sets).toMatchObject([{ file: 'farm.zip', format: 'UNKNOWN' }]);
    expect(problems.map(({ file, code }) => `${file} ${code}`)).toEqual([
      'farm.zip/a.txt unrecognisedFile',
      'farm.zip/b.prj unrecognisedFile',
      'farm.zip/c.json unrecognisedFile',
      'farm.zip/d.geojson emptyFile',
    ]);
  });

  test('is ignored beside a known one, unless it was surely meant to be read', async () => {
    const upload = zip({
      'north.geojson': geojson,
      'notes.txt': 'x',
      'meta.json': '{}',
      'track.gpx': '<gpx/>',
      'old.rar': 'Rar!',
    });
    const { problems } = await readUpload('farm.zip', upload);
    expect(problems.map(({ file }) => file)).toEqual(['farm.zip/old.rar', 'farm.zip/track.gpx']);
  });

  test('includes an empty one', async () => {
    for (const name of ['farm.zip', 'farm.geojson', 'farm.kml']) {
      expect((await readUpload(name, '')).problems).toMatchObject([{ code: 'emptyFile', file: name }]);
    }
  });
});
