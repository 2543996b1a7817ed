import { describe, expect, test } from 'vitest';
import { guardXml } from '../../../adapters/xml.ts';
import { processorMilliseconds } from '../../processor-time.ts';
import { readUpload, zip } from './upload-fixture.ts';
import { xmlEncodings } from './xml-encodings.ts';

function ring(x: number): string {
  return `<LinearRing><coordinates>${x},52,12 ${x + 0.01},52,12 ${x + 0.01},52.01,12 ${x},52.01,12 ${x},52,12</coordinates></LinearRing>`;
}

function rectangle(x: number) {
  const [east, north] = [x + 0.01, 52.01];
  return [
    [x, 52],
    [east, 52],
    [east, north],
    [x, north],
    [x, 52],
  ];
}

function outline(x: number): string {
  return `<Polygon><outerBoundaryIs>${ring(x)}</outerBoundaryIs></Polygon>`;
}

function placemark(content: string): string {
  return `<Placemark>${content}</Placemark>`;
}

function kml(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Farm</name>${content}</Document></kml>`;
}

function read(content: string, options = {}) {
  return readUpload('farm.kml', kml(content), options);
}

describe('KML', () => {
  test('is read with folders, heights and several placemarks', async () => {
    const { fields, problems } = await read(
      `<Folder><name>North side</name>${placemark(`<name>One</name>${outline(10)}`)}<Folder>${placemark(`<name>Two</name>${outline(11)}`)}</Folder></Folder>`,
    );
    expect(problems).toEqual([]);
    expect(fields.map(({ name }) => name)).toEqual(['One', 'Two']);
    expect(fields[0]?.geometry.coordinates[0]?.[0]?.[0]).toEqual([10, 52]);
  });

  test.each(xmlEncodings)('is read in %s', async (_, encode) => {
    const { fields } = await readUpload('farm.kml', encode(kml(placemark(`<name>Grünland</name>${outline(10)}`))));
    expect(fields).toMatchObject([{ name: 'Grünland' }]);
  });

  test.each([
    ['CDATA', '<name><![CDATA[Smith & <b>Sons</b>]]></name>', 'Smith & <b>Sons</b>'],
    ['extended data', '<ExtendedData><Data name="Name"><value>East</value></Data></ExtendedData>', 'East'],
    [
      'schema data',
      '<ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="FIELD_NAME">West</SimpleData></SchemaData></ExtendedData>',
      'West',
    ],
    [
      'its own name before extended data',
      '<name>Own</name><ExtendedData><Data name="field"><value>x</value></Data></ExtendedData>',
      'Own',
    ],
    ['an undeclared entity', '<name>A &amp; B&nbsp;C</name>', 'A & B&nbsp;C'],
  ])('takes the name from %s', async (_what, content, name) => {
    expect((await read(placemark(content + outline(10)))).fields[0]?.name).toBe(name);
  });

  test('makes one field of a MultiGeometry, holes included', async () => {
    const hole =
      '<innerBoundaryIs><LinearRing><coordinates>10.002,52.002 10.004,52.002 10.004,52.004 10.002,52.002</coordinates></LinearRing></innerBoundaryIs>';
    const withHole = outline(10).replace('</Polygon>', `${hole}</Polygon>`);
    const { fields } = await read(
      placemark(`<MultiGeometry>${withHole}<MultiGeometry>${outline(11)}</MultiGeometry></MultiGeometry>`),
    );
    expect(fields[0]?.geometry.coordinates.map((polygon) => polygon.length)).toEqual([2, 1]);
  });

  test.each([
    ['two numbers', '10, 52 10.01, 52\n10.01, 52.01 10, 52.01 10, 52'],
    ['three numbers', ' 10 , 52, 12 10.01, 52, 12\n 10.01, 52.01, 12 10, 52.01, 12 10, 52, 12 '],
    ['blanks before commas', '10 ,52 10.01 ,52 10.01 ,52.01 10 ,52.01 10 ,52'],
  ])('is read with blanks around commas: %s', async (_what, coordinates) => {
    const polygon = `<Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon>`;
    const { fields, problems } = await read(placemark(`<name>One</name>${polygon}`) + placemark(outline(11)));
    expect(fields.map(({ geometry }) => geometry.coordinates[0])).toEqual([[rectangle(10)], [rectangle(11)]]);
    expect(problems).toMatchObject([{ code: 'blanksInCoordinates', severity: 'warning' }]);
  });

  test('reads a comma after each position, and names ambiguous numbers', async () => {
    const of = (coordinates: string) =>
      read(placemark(outline(10).replace(/(<coordinates>)[^<]*/, `$1${coordinates}`)));
    const trailing = await of('10,52,\n10.01,52,\n10.01,52.01,\n10,52.01,\n10,52');
    expect(trailing.fields.map(({ geometry }) => geometry.coordinates[0])).toEqual([[rectangle(10)]]);
    expect(trailing.problems).toEqual([]);
    const { problems } = await of('10, 52, 10.01, 52, 10.01, 52.01, 10, 52');
    expect(problems).toMatchObject([{ code: 'malformedGeometry', message: expect.stringContaining('8 numbers') }]);
  });

  test('may use a prefix for its own elements', async () => {
    const prefixed = kml(placemark(`<name>One</name>${outline(10)}`))
      .replace(/<(\/?)(\w)/g, '<$1kml:$2')
      .replace('xmlns=', 'xmlns:kml=');
    expect((await readUpload('farm.kml', prefixed)).fields).toMatchObject([{ name: 'One' }]);
  });

  test('names its points and lines, and reads no picture as a field', async () => {
    const overlay =
      '<GroundOverlay><LatLonBox><north>53</north><south>52</south><east>11</east><west>10</west></LatLonBox></GroundOverlay>';
    const { fields, problems } = await read(
      placemark('<Point><coordinates>10,52</coordinates></Point>') +
        overlay +
        placemark(outline(10)) +
        placemark('<name>empty</name>'),
    );
    expect(fields).toHaveLength(1);
    expect(problems.map(({ code, feature }) => [code, feature])).toEqual([
      ['notPolygon', 1],
      ['emptyGeometry', 3],
    ]);
  });

  test('has its links counted but not followed', async () => {
    const link = '<NetworkLink><Link><href>http://example.com/a.kml</href></Link></NetworkLink>';
    expect((await read(link + placemark(outline(10)))).problems).toMatchObject([
      { code: 'networkLink', severity: 'warning' },
    ]);
    expect((await read(link)).codes).toEqual(['networkLink', 'noFeatures']);
  });

  test('in a KMZ is read like any other, without naming the pictures beside it', async () => {
    const kmz = zip({ 'doc.kml': kml(placemark(outline(10))), 'files/icon.png': 'png' });
    const { sets, codes } = await readUpload('farm.kmz', kmz);
    expect(sets).toMatchObject([{ format: 'KML', file: 'farm.kmz/doc.kml', fieldCount: 1 }]);
    expect(codes).toEqual([]);
  });

  test('is read in the encoding it declares', async () => {
    const text = kml(placemark(`<name>Großer Schlag</name>${outline(10)}`)).replace('UTF-8', 'ISO-8859-1');
    expect((await readUpload('farm.kml', Buffer.from(text, 'latin1'))).fields[0]?.name).toBe('Großer Schlag');
  });
});

describe('hostile XML', () => {
  const laughs = `<!DOCTYPE kml [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(10)}"><!ENTITY c "${'&b;'.repeat(10)}">]>`;

  test.each([
    ['a billion laughs', laughs],
    ['a file of the server', '<!DOCTYPE kml [<!ENTITY a SYSTEM "file:///etc/passwd">]>'],
    ['a harmless document type', '<!DOCTYPE kml>'],
    ['a document type after a removed prefix', '<kml:!DOCTYPE kml [<!ENTITY a "b">]>'],
    ['an entity outside of a document type', '<!ENTITY a "ha">'],
  ])('is refused before it is parsed: %s', async (_what, declaration) => {
    const text = kml(placemark(`<name>&c;</name>${outline(10)}`)).replace('?>', `?>${declaration}`);
    const { fields, problems } = await readUpload('farm.kml', text);
    expect(fields).toEqual([]);
    expect(problems).toMatchObject([{ code: 'forbiddenXml', severity: 'error' }]);
  });

  test('is refused when it is too deep, too large or truncated', async () => {
    expect((await read('<Folder>'.repeat(200) + '</Folder>'.repeat(200))).codes).toEqual(['xmlTooDeep']);
    expect((await read(placemark(outline(10)), { limits: { xmlBytes: 100 } })).codes).toEqual(['fileTooLarge']);
    expect((await readUpload('farm.kml', kml(placemark(outline(10))).slice(0, -12))).codes).toEqual(['malformedXml']);
    expect((await readUpload('farm.kml', kml(placemark('')).replace('</Placemark>', ''))).codes).toEqual([
      'malformedXml',
    ]);
  });

  test('is checked in linear time', () => {
    const milliseconds = processorMilliseconds(() => {
      for (const text of [
        '<a b="'.repeat(400_000),
        '<!--'.repeat(500_000),
        '<![CDATA['.repeat(200_000),
        '<a>'.repeat(10),
      ]) {
        try {
          guardXml(text, 100, { file: 'x' });
        } catch {}
      }
    });
    expect(milliseconds).toBeLessThan(1_000);
  });

  test('allows declarations in comments and CDATA', () => {
    expect(() =>
      guardXml('<a><!-- <!DOCTYPE x> --><![CDATA[<!ENTITY y>]]><b c="<!DOCTYPE"/></a>', 5, { file: 'x' }),
    ).not.toThrow();
  });
});
