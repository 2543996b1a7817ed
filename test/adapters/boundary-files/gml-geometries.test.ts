import { describe, expect, test } from 'vitest';
import { gml, member, polygonOf, posList } from './gml-file.ts';
import { hectares } from './hectares.ts';
import { readUpload, square } from './upload-fixture.ts';

const shell = square(10, 52, 0.01);
const hole = square(10.002, 52.002, 0.002).reverse();
const plain = polygonOf([posList(shell)], 'EPSG:4326');

function read(content: string) {
  return readUpload('parcels.gml', content);
}

describe('geometries of GML:', () => {
  const patch = polygonOf([posList(shell), posList(hole)], undefined, 'PolygonPatch');
  const surface = `<gml:Surface srsName="EPSG:4326"><gml:patches>${patch}</gml:patches></gml:Surface>`;
  const of = (inner: string) => polygonOf([`<gml:LinearRing>${inner}</gml:LinearRing>`], 'EPSG:4326');
  const curve = (positions: number[][], more = '') =>
    `<gml:curveMember><gml:Curve><gml:segments><gml:LineStringSegment>${posList(positions).replace(/<\/?gml:LinearRing>/g, '')}</gml:LineStringSegment></gml:segments></gml:Curve></gml:curveMember>${more}`;
  const reversed = `<gml:curveMember><gml:OrientableCurve orientation="-"><gml:baseCurve><gml:LineString><gml:posList>10 52 10 52.01 10.01 52.01</gml:posList></gml:LineString></gml:baseCurve></gml:OrientableCurve></gml:curveMember>`;

  test.each<[string, string, number[]]>([
    ['a Polygon with a hole', polygonOf([posList(shell), posList(hole)], 'EPSG:4326'), [2]],
    ['a Surface', surface, [2]],
    [
      'a MultiSurface',
      `<gml:MultiSurface srsName="EPSG:4326"><gml:surfaceMember>${surface}</gml:surfaceMember><gml:surfaceMembers>${polygonOf([posList(square(11, 52, 0.01))])}</gml:surfaceMembers></gml:MultiSurface>`,
      [2, 1],
    ],
    [
      'a MultiPolygon of GML 2',
      `<gml:MultiPolygon srsName="EPSG:4326"><gml:polygonMember><gml:Polygon><gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>10, 52 10.01, 52 10.01, 52.01 10, 52.01 10, 52</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs></gml:Polygon></gml:polygonMember></gml:MultiPolygon>`,
      [1],
    ],
    ['single positions', of(shell.map((position) => `<gml:pos>${position.join(' ')}</gml:pos>`).join('')), [1]],
    [
      'GML 2 coords',
      of(shell.map(([x, y]) => `<gml:coord><gml:X>${x}</gml:X><gml:Y>${y}</gml:Y></gml:coord>`).join('')),
      [1],
    ],
    [
      'blanks between numbers',
      of('<gml:coordinates cs=" " ts=",">10 52, 10.01 52, 10.01 52.01, 10 52.01, 10 52</gml:coordinates>'),
      [1],
    ],
    [
      'signs of its own',
      of('<gml:coordinates cs=";" decimal="," ts="|">10;52|10,01;52|10,01;52,01|10;52,01|10;52</gml:coordinates>'),
      [1],
    ],
    [
      'heights',
      polygonOf(
        [
          posList(
            shell.map((position) => [...position, 95.5]),
            ' srsDimension="3"',
          ),
        ],
        'EPSG:4326',
      ),
      [1],
    ],
    ['undeclared heights', polygonOf([posList(shell.map((position) => [...position, 95.5]))], 'EPSG:4326'), [1]],
    [
      'heights announced by the polygon',
      polygonOf(
        [posList([...shell, ...shell.slice(1)].map((position) => [...position, 7]))],
        'EPSG:4326" srsDimension="3',
      ),
      [1],
    ],
    [
      'a Ring of curves, one of them backwards',
      polygonOf(
        [
          `<gml:Ring>${curve(
            [
              [10, 52],
              [10.01, 52],
              [10.01, 52.01],
            ],
            reversed,
          )}</gml:Ring>`,
        ],
        'EPSG:4326',
      ),
      [1],
    ],
  ])('%s', async (_what, geometry, rings) => {
    const { fields, codes } = await read(gml(member('One', geometry)));
    expect(codes.filter((code) => code !== 'repairedGeometry')).toEqual([]);
    expect(fields[0]?.geometry.coordinates.map((one) => one.length)).toEqual(rings);
    const outer = fields[0]?.geometry.coordinates[0]?.[0] ?? [];
    expect(hectares([outer]) / hectares([shell])).toBeCloseTo(1, 6);
  });

  test.each([
    [
      'an arc',
      polygonOf(
        [
          '<gml:Ring><gml:curveMember><gml:Curve><gml:segments><gml:Arc><gml:posList>10 52 10.01 52 10 52</gml:posList></gml:Arc></gml:segments></gml:Curve></gml:curveMember></gml:Ring>',
        ],
        'EPSG:4326',
      ),
      'kind Arc',
    ],
    ['no number', of('<gml:posList>10 52 east 52</gml:posList>'), '"east"'],
    ['half a position', of('<gml:posList srsDimension="2">10 52 10.01</gml:posList>'), '3 numbers'],
    [
      'a ring elsewhere',
      polygonOf(['<gml:Ring><gml:curveMember xlink:href="http://example.com/a.gml#c"/></gml:Ring>'], 'EPSG:4326'),
      'not followed',
    ],
    [
      'a surface elsewhere',
      '<gml:MultiSurface srsName="EPSG:4326"><gml:surfaceMember xlink:href="#s1"/></gml:MultiSurface>',
      '"#s1"',
    ],
  ])('with %s are named, others are read', async (_what, geometry, words) => {
    const { fields, problems } = await read(gml(member('One', geometry), member('Two', plain)));
    expect(fields).toMatchObject([{ name: 'Two', feature: 2 }]);
    expect(problems).toMatchObject([
      { code: 'malformedGeometry', feature: 1, message: expect.stringContaining(words) },
    ]);
  });

  test('a point beside a surface is ignored, and alone it is no field', async () => {
    const point = '<gml:Point srsName="EPSG:4326"><gml:pos>10 52</gml:pos></gml:Point>';
    const labelled = member('One', plain).replace(
      '<lpis:geometry>',
      `<lpis:label>${point}</lpis:label><lpis:geometry>`,
    );
    const { fields, problems } = await read(gml(labelled, member('Two', point), member('Three', '')));
    expect(fields).toMatchObject([{ name: 'One' }]);
    expect(problems.map(({ code, feature: number }) => [code, number])).toEqual([
      ['notPolygon', 2],
      ['emptyGeometry', 3],
    ]);
  });
});
