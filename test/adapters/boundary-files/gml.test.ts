import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadGdal } from '../../../adapters/gdal/gdal.ts';
import { boundedBy, gml, member, polygonOf, posList } from './gml-file.ts';
import { hectares } from './hectares.ts';
import { collection, feature, polygon, readUpload, square, temporaryDirectory, zip } from './upload-fixture.ts';
import { xmlEncodings } from './xml-encodings.ts';

const gdal = loadGdal();
if (!gdal) throw new Error('these tests need GDAL');

const urn = 'urn:ogc:def:crs:EPSG::4326';
const shell = square(10, 52, 0.01);
const hole = square(10.002, 52.002, 0.002).reverse();
const latFirst = (ring: [number, number][]) => ring.map(([x, y]) => [y, x]);
const plain = polygonOf([posList(shell)], 'EPSG:4326');

function read(content: string, options = {}) {
  return readUpload('parcels.gml', content, options);
}

describe('GML written by GDAL', () => {
  const positions = { 4326: [10, 52], 4258: [10, 52], 25832: [10, 52], 2154: [2, 47], 3035: [5, 51], 27700: [-1, 52] };
  const systems = Object.entries(positions).map(([code, [x = 0, y = 0]]) => ({ code, x, y }));
  const kinds = [
    ['GML2', 'SHORT'],
    ['GML3', 'SHORT'],
    ['GML3', 'OGC_URN'],
    ['GML3.2', 'OGC_URN'],
    ['GML3.2', 'OGC_URL'],
  ].flatMap(([format = '', spelling = '']) => systems.map((system) => ({ format, spelling, ...system })));

  test.each(kinds)(
    'as $format in EPSG:$code, spelled $spelling, has its original location',
    async ({ format, spelling, code, x, y }) => {
      const rings = [square(x, y, 0.01), square(x + 0.002, y + 0.002, 0.002).reverse()];
      const source = gdal.open(collection([feature(polygon(...rings), { Name: 'Südfeld' })]), 'r', ['GeoJSON']);
      const path = join(await temporaryDirectory(), 'parcels.gml');
      const options = [
        `FORMAT=${format}`,
        ...(format === 'GML2' ? [] : [`SRSNAME_FORMAT=${spelling}`]),
        'XSISCHEMA=OFF',
      ];
      const creation = options.flatMap((option) => ['-dsco', option]);
      gdal.vectorTranslate(path, source, ['-f', 'GML', '-t_srs', `EPSG:${code}`, ...creation]).close();
      const { sets, fields, problems } = await read(await readFile(path, 'utf8'));
      // Without the grids of the survey, which are exact.
      expect(problems.map((problem) => problem.code)).toEqual(code === '27700' ? ['datumShift'] : []);
      expect(sets).toMatchObject([{ format: 'GML', fieldCount: 1 }]);
      expect(fields).toMatchObject([{ name: 'Südfeld', validity: 'VALID' }]);
      const found = fields[0]?.geometry.coordinates[0] ?? [];
      expect(found.map((ring) => ring.length)).toEqual([5, 5]);
      const corner = [0, 1].map((axis) => Math.min(...(found[0] ?? []).map((position) => position[axis] ?? 0)));
      expect(corner[0]).toBeCloseTo(x, 6);
      expect(corner[1]).toBeCloseTo(y, 6);
      expect(hectares(found) / hectares(rings)).toBeCloseTo(1, 4);
    },
  );
});

describe('the order of axes', () => {
  test.each([
    ['EPSG:4326', shell],
    ['EPSG:4258', shell],
    ['http://www.opengis.net/gml/srs/epsg.xml#4326', shell],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', shell],
    ['http://www.opengis.net/def/crs/OGC/1.3/CRS84', shell],
    [urn, latFirst(shell)],
    ['urn:ogc:def:crs:EPSG:6.9:4258', latFirst(shell)],
    ['urn:x-ogc:def:crs:EPSG:4326', latFirst(shell)],
    ['http://www.opengis.net/def/crs/EPSG/0/4326', latFirst(shell)],
    ['https://www.opengis.net/def/crs/EPSG/0/4258', latFirst(shell)],
  ])('of %s is that of its spelling', async (srsName, positions) => {
    const { fields, problems } = await read(gml(member('One', polygonOf([posList(positions)], srsName))));
    expect(problems).toEqual([]);
    expect(fields[0]?.geometry.coordinates[0]?.[0]?.[0]?.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([
      10, 52,
    ]);
  });

  test('with longitudes beyond 90 still has latitude first', async () => {
    const ring = square(149, -35, 0.01).map(([x, y]) => [y, x]);
    const { fields } = await read(gml(member('One', polygonOf([posList(ring)], 'urn:ogc:def:crs:EPSG::7844'))));
    expect(fields[0]?.geometry.coordinates[0]?.[0]?.[0]?.[0]).toBeCloseTo(149, 4);
  });

  test('in the German spelling is easting, northing', async () => {
    const ring = square(500_000, 5_761_038, 200);
    const { fields } = await read(gml(member('One', polygonOf([posList(ring)], 'urn:adv:crs:ETRS89_UTM32'))));
    expect(fields[0]?.geometry.coordinates[0]?.[0]?.[0]?.[0]).toBeCloseTo(9, 6);
    // UTM makes lengths in the middle of a zone shorter by 0.9996.
    expect(hectares(fields[0]?.geometry.coordinates[0] ?? [])).toBeCloseTo(4 / 0.9996 ** 2, 3);
  });
});

describe('a coordinate system', () => {
  const bare = member('One', polygonOf([posList(latFirst(shell))]));

  test('may be named by the extent of the collection or the feature', async () => {
    expect((await read(gml(boundedBy(urn), bare))).fields).toHaveLength(1);
    const ofFeature = bare.replace('<lpis:geometry>', `${boundedBy(urn)}<lpis:geometry>`);
    const { fields, codes } = await read(gml(boundedBy('EPSG:25832'), ofFeature));
    expect(codes).toEqual([]);
    expect(fields[0]?.geometry.coordinates[0]?.[0]?.[0]).toEqual([10, 52]);
  });

  test('that is missing is WGS 84 for degrees, and a problem otherwise', async () => {
    const degrees = await read(
      gml(member('One', polygonOf([posList(shell)])), member('Two', polygonOf([posList(hole)]))),
    );
    expect(degrees.fields).toHaveLength(2);
    expect(degrees.problems).toMatchObject([{ code: 'assumedWgs84', severity: 'warning' }]);
    const metres = await read(gml(member('One', polygonOf([posList(square(500_000, 5_761_038, 200))]))));
    expect(metres.fields).toEqual([]);
    expect(metres.problems).toMatchObject([{ code: 'missingProjection', hint: expect.stringContaining('srsName') }]);
  });

  test.each([
    '/etc/passwd',
    'http://example.com/crs',
    'urn:ogc:def:crs:EPSG::999999',
    '+proj=longlat',
    'EPSG:25832,EPSG:7837',
  ])('is refused by name when it is %s', async (srsName) => {
    const { fields, problems } = await read(gml(member('One', polygonOf([posList(shell)], srsName)), bare));
    expect(fields).toEqual([]);
    expect(problems).toMatchObject([{ code: 'unknownProjection' }]);
  });

  test('in metres is refused for degrees, and so are two in one geometry', async () => {
    expect((await read(gml(member('One', polygonOf([posList(shell)], 'EPSG:25832'))))).codes).toEqual([
      'projectionMismatch',
    ]);
    const two = polygonOf([posList(shell, ' srsName="EPSG:4258"')], 'EPSG:4326');
    expect((await read(gml(member('One', two)))).codes).toEqual(['malformedGeometry']);
  });

  test('other than WGS 84 needs GDAL', async () => {
    const without = { gdal: () => undefined };
    const { codes } = await read(gml(member('One', polygonOf([posList(shell)], 'EPSG:25832'))), without);
    expect(codes).toEqual(['engineMissing']);
  });
});

describe('collections', () => {
  const parcel = (name: string, x: number) =>
    `<lpis:Parcel><gml:name>${name}</gml:name><lpis:geometry>${polygonOf([posList(square(x, 52, 0.01))], 'EPSG:4326')}</lpis:geometry></lpis:Parcel>`;
  const spaces = 'xmlns:gml="http://www.opengis.net/gml" xmlns:lpis="urn:l" xmlns:wfs="http://www.opengis.net/wfs"';

  test.each([
    [
      'gml:featureMember',
      `<gml:FeatureCollection ${spaces}><gml:featureMember>${parcel('A', 10)}</gml:featureMember><gml:featureMember>${parcel('B', 11)}</gml:featureMember></gml:FeatureCollection>`,
    ],
    [
      'gml:featureMembers',
      `<wfs:FeatureCollection ${spaces}><gml:featureMembers>${parcel('A', 10)}${parcel('B', 11)}</gml:featureMembers></wfs:FeatureCollection>`,
    ],
    [
      'a collection of its own name',
      `<lpis:Dataset ${spaces}><lpis:member>${parcel('A', 10)}</lpis:member><lpis:member>${parcel('B', 11)}</lpis:member></lpis:Dataset>`,
    ],
    [
      'collections in members',
      `<wfs:FeatureCollection ${spaces}><wfs:member><wfs:FeatureCollection><wfs:member>${parcel('A', 10)}</wfs:member></wfs:FeatureCollection></wfs:member><wfs:member><wfs:Tuple><wfs:member>${parcel('B', 11)}</wfs:member></wfs:Tuple></wfs:member></wfs:FeatureCollection>`,
    ],
    [
      'a collection in an envelope',
      `<lpis:Extract ${spaces}><lpis:holds><wfs:FeatureCollection><gml:featureMember>${parcel('A', 10)}</gml:featureMember><gml:featureMember>${parcel('B', 11)}</gml:featureMember></wfs:FeatureCollection></lpis:holds></lpis:Extract>`,
    ],
  ])('with %s are read, under any name of the file', async (_what, text) => {
    const { sets, fields, codes } = await readUpload('download.xml', text);
    expect(codes).toEqual([]);
    expect(sets).toMatchObject([{ format: 'GML', featureCount: 2 }]);
    expect(fields.map(({ name }) => name)).toEqual(['A', 'B']);
  });

  test('a bare geometry is a field without a name', async () => {
    const bare = plain.replace('<gml:Polygon', '<gml:Polygon xmlns:gml="http://www.opengis.net/gml/3.2"');
    const { fields, codes } = await read(bare);
    expect(codes).toEqual([]);
    expect(fields).toMatchObject([{ index: 0 }]);
  });

  test('without features, or with members in other files, say so', async () => {
    expect((await read(gml())).codes).toEqual(['noFeatures']);
    const { problems } = await read(gml('<wfs:member xlink:href="http://example.com/parcel"/>', member('One', plain)));
    expect(problems).toMatchObject([{ code: 'membersElsewhere', severity: 'warning' }]);
  });

  test('in a zip are read without the schemas and metadata beside them', async () => {
    const schema =
      '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:gml="http://www.opengis.net/gml/3.2"/>';
    const metadata =
      '<gmd:MD_Metadata xmlns:gmd="http://www.isotc211.org/2005/gmd" xmlns:gml="http://www.opengis.net/gml"/>';
    const upload = zip({
      'a/parcels.gml': gml(member('One', plain)),
      'a/parcels.xsd': schema,
      'a/parcels.xml': metadata,
    });
    const { sets, codes } = await readUpload('parcels.zip', upload);
    expect(sets).toMatchObject([{ format: 'GML', file: 'parcels.zip/a/parcels.gml', fieldCount: 1 }]);
    expect(codes).toEqual([]);
  });

  test.each(xmlEncodings)('are read in %s', async (_, encode) => {
    const { fields } = await readUpload('parcels.gml', encode(gml(member('Grünland', plain))));
    expect(fields).toMatchObject([{ name: 'Grünland' }]);
  });
});

test.each(['<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>', '<!ENTITY a "ha">'])(
  'declarations are refused before GML is parsed: %s',
  async (declaration) => {
    const { sets, codes } = await read(gml(member('&a;', plain)).replace('?>', `?>${declaration}`));
    expect(codes).toEqual(['forbiddenXml']);
    expect(sets).toMatchObject([{ format: 'GML', fieldCount: 0 }]);
  },
);

test('GML that is too deep, too large or truncated is refused', async () => {
  expect((await read(gml('<a>'.repeat(200) + '</a>'.repeat(200)))).codes).toEqual(['xmlTooDeep']);
  expect((await read(gml(member('One', plain)), { limits: { xmlBytes: 100 } })).codes).toEqual(['fileTooLarge']);
  expect((await read(gml(member('One', plain)).slice(0, -12))).codes).toEqual(['malformedXml']);
});
