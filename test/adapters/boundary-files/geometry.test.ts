import { describe, expect, test } from 'vitest';
import { areaHectares } from '../../../domain/geometry/area.ts';
import { multiPolygon } from '../../../domain/geometry/multi-polygon.ts';
import { bowTie, collection, feature, manyFields, polygon, readUpload, square } from './upload-fixture.ts';

function upload(...features: unknown[]) {
  return readUpload('farm.geojson', collection(features));
}

describe('an invalid boundary', () => {
  test('is repaired, and the problem names the position of the defect', async () => {
    const { fields, problems } = await upload(feature(polygon(bowTie(10, 52, 0.01)), { name: 'Bow' }));
    expect(fields).toMatchObject([{ name: 'Bow', validity: 'VALID', repaired: true }]);
    expect(fields[0]?.geometry.coordinates).toHaveLength(2);
    expect(areaHectares(fields[0]?.geometry ?? { type: 'MultiPolygon', coordinates: [] })).toBeCloseTo(38.2, 0);
    expect(problems).toMatchObject([
      { code: 'repairedGeometry', severity: 'warning', feature: 1, file: 'farm.geojson' },
    ]);
    expect(problems[0]?.message).toContain('self intersection at 10.005000, 52.005000');
    expect(fields[0]?.problems).toEqual(problems);
  });

  test.each<[string, unknown]>([
    [
      'a spike',
      polygon([
        [10, 52],
        [10.01, 52],
        [10.01, 52.005],
        [10.02, 52.005],
        [10.01, 52.005],
        [10.01, 52.01],
        [10, 52.01],
        [10, 52],
      ]),
    ],
    ['a hole outside', polygon(square(10, 52, 0.01), square(10.02, 52, 0.001))],
    ['overlapping parts', { type: 'MultiPolygon', coordinates: [[square(10, 52, 0.01)], [square(10.005, 52, 0.01)]] }],
    [
      'a hole of two points',
      polygon(square(10, 52, 0.01), [
        [10.001, 52.001],
        [10.002, 52.002],
        [10.001, 52.001],
      ]),
    ],
  ])('is repaired: %s', async (_what, geometry) => {
    const { fields, codes } = await upload(feature(geometry));
    expect(codes).toEqual(['repairedGeometry']);
    expect(fields).toMatchObject([{ validity: 'VALID', repaired: true }]);
  });

  test.each<[string, unknown]>([
    [
      'a line there and back',
      polygon([
        [10, 52],
        [10.01, 52.01],
        [10.02, 52.02],
        [10, 52],
      ]),
    ],
    [
      'a single point',
      polygon([
        [10, 52],
        [10, 52],
        [10, 52],
        [10, 52],
      ]),
    ],
  ])('is refused when no area remains: %s', async (_what, geometry) => {
    const { fields, problems } = await upload(feature(geometry));
    expect(fields).toEqual([]);
    expect(problems).toMatchObject([{ code: 'invalidGeometry', severity: 'error', feature: 1 }]);
  });
});

describe('overlapping parts of a boundary', () => {
  const hectaresOf = async (...parts: unknown[]) => {
    const { fields, codes } = await upload(feature({ type: 'MultiPolygon', coordinates: parts.map((ring) => [ring]) }));
    expect(codes).toEqual(['repairedGeometry']);
    return areaHectares(fields[0]?.geometry ?? { type: 'MultiPolygon', coordinates: [] });
  };

  test('count once', async () => {
    const whole = 76.4;
    expect(await hectaresOf(square(10, 52, 0.01), square(10.005, 52, 0.01))).toBeCloseTo(1.5 * whole, 0);
    expect(await hectaresOf(square(10, 52, 0.01), square(10, 52, 0.01))).toBeCloseTo(whole, 0);
    expect(await hectaresOf(square(10, 52, 0.01), square(10.002, 52.002, 0.002))).toBeCloseTo(whole, 0);
  });
});

describe('a boundary that needs no repair', () => {
  test('is closed, freed of repeated points and heights, rounded, and turned by the right-hand rule', async () => {
    const ring = [
      [10, 52, 9],
      [10, 52.01, 9],
      [10, 52.01, 9],
      [10.0100000001234, 52.01, 9],
      [10.01, 52, 9],
    ];
    const { fields, codes } = await upload(feature({ type: 'Polygon', coordinates: [ring] }));
    expect(codes).toEqual([]);
    expect(fields[0]).toMatchObject({ repaired: false, validity: 'VALID' });
    expect(fields[0]?.geometry.coordinates).toEqual([
      [
        [
          [10, 52],
          [10.01, 52],
          [10.01, 52.01],
          [10, 52.01],
          [10, 52],
        ],
      ],
    ]);
  });

  test('keeps the polygons of a collection and reports what was left out', async () => {
    const mixed = {
      type: 'GeometryCollection',
      geometries: [polygon(square(10, 52, 0.01)), { type: 'Point', coordinates: [10, 52] }],
    };
    const { fields, problems } = await upload(feature(mixed));
    expect(fields).toHaveLength(1);
    expect(problems).toMatchObject([{ code: 'partsDropped', severity: 'warning' }]);
  });
});

describe('an impossible boundary', () => {
  test.each<[string, unknown, string]>([
    ['no geometry', null, 'emptyGeometry'],
    ['an empty polygon', { type: 'Polygon', coordinates: [] }, 'emptyGeometry'],
    ['a point', { type: 'Point', coordinates: [10, 52] }, 'notPolygon'],
    ['a line', { type: 'LineString', coordinates: square(10, 52, 1) }, 'notPolygon'],
    ['metres', polygon(square(500_000, 5_700_000, 100)), 'coordinatesOutOfRange'],
    ['a latitude beyond the pole', polygon(square(10, 89.99, 0.02)), 'coordinatesOutOfRange'],
    [
      'a ring around the globe',
      polygon([
        [-120, 0],
        [0, 0],
        [120, 0],
        [120, 1],
        [0, 1],
        [-120, 1],
        [-120, 0],
      ]),
      'crossesAntimeridian',
    ],
    [
      'the pole',
      polygon([
        [0, 89],
        [10, 89],
        [5, 90],
        [0, 89],
      ]),
      'touchesPole',
    ],
    ['texts for numbers', polygon([['10', '52']]), 'malformedGeometry'],
    ['another type', { type: 'Circle', coordinates: [10, 52] }, 'malformedGeometry'],
  ])('is refused by name while its neighbour is kept: %s', async (_what, geometry, code) => {
    const { fields, problems } = await upload(feature(polygon(square(20, 52, 0.01))), feature(geometry));
    expect(fields).toHaveLength(1);
    expect(problems).toMatchObject([{ code, severity: 'error', feature: 2 }]);
  });

  test('includes one of more than a hundred thousand vertices', async () => {
    const ring = Array.from({ length: 100_001 }, (_, index) => {
      const angle = (index / 100_001) * 2 * Math.PI;
      return [10 + 0.1 * Math.cos(angle), 52 + 0.1 * Math.sin(angle)];
    });
    const { problems, fields } = await upload(feature(polygon([...ring, ring[0]])));
    expect(fields).toEqual([]);
    expect(problems).toMatchObject([{ code: 'tooManyVertices' }]);
    expect(problems[0]?.message).toContain('100,002 vertices');
  });
});

describe('repeated boundaries', () => {
  test('create one field, and the problem says which one it equals', async () => {
    const turned = [...square(10, 52, 0.01).slice(2, -1), ...square(10, 52, 0.01).slice(0, 3)].reverse();
    const { fields, problems } = await upload(
      feature(polygon(square(10, 52, 0.01)), { name: 'North' }),
      feature(polygon(turned)),
    );
    expect(fields).toHaveLength(1);
    expect(problems).toMatchObject([{ code: 'duplicateFeature', severity: 'warning', feature: 2 }]);
    expect(problems[0]?.message).toContain('feature 1 (North) in farm.geojson');
  });
});

describe('the number of fields', () => {
  test('is exact up to the limit', async () => {
    expect((await upload(...manyFields(100))).sets).toMatchObject([{ fieldCount: 100, featureCount: 100 }]);
  });

  test('is reported beyond the limit, while at most one field too many is in memory', async () => {
    const { sets } = await upload(...manyFields(250));
    expect(sets).toMatchObject([{ fieldCount: 250, featureCount: 250 }]);
    expect(sets[0]?.fields).toHaveLength(101);
  });
});

test('a million problems are reported as twenty and a number', async () => {
  const points = Array.from({ length: 500 }, () => feature({ type: 'Point', coordinates: [10, 52] }));
  const { problems } = await upload(...points);
  expect(problems).toHaveLength(21);
  expect(problems.at(-1)).toMatchObject({
    code: 'moreOfTheSame',
    severity: 'error',
    message: expect.stringContaining('480'),
  });
});

describe('the name of a field', () => {
  test.each<[string, Record<string, unknown> | null, string | undefined]>([
    ['name in any case', { NaMe: ' North ' }, 'North'],
    ['the best of several', { label: 'c', FIELD_NAME: 'b', Name: 'a' }, 'a'],
    ['the next one when the best is blank', { name: '  ', fieldName: 'b' }, 'b'],
    ['a number', { name: 12 }, '12'],
    ['one line', { name: 'a\n\tb\u0000c' }, 'a b c'],
    ['nothing', { colour: 'red' }, undefined],
    ['no attributes', null, undefined],
  ])('is %s', async (_what, properties, name) => {
    expect((await upload(feature(polygon(square(10, 52, 0.01)), properties))).fields[0]?.name).toBe(name);
  });

  test('is cut at 255 characters, with a warning', async () => {
    const { fields, codes } = await upload(feature(polygon(square(10, 52, 0.01)), { name: '🌾'.repeat(300) }));
    expect([...(fields[0]?.name ?? '')]).toHaveLength(255);
    expect(codes).toEqual(['nameShortened']);
  });
});

describe('a boundary at the 180th meridian', () => {
  const at = (from: number, to: number, [south, north]: [number, number] = [-16.8, -16.79]): [number, number][] => [
    [from, south],
    [to, south],
    [to, north],
    [from, north],
    [from, south],
  ];
  const inner: [number, number] = [-16.798, -16.792];
  const inland = areaHectares(multiPolygon([[at(170, 170.02)]]));

  test('that is cut there is unchanged', async () => {
    const { fields, problems } = await upload(
      feature({ type: 'MultiPolygon', coordinates: [[at(179.99, 180)], [at(-180, -179.99)]] }),
    );
    expect(problems).toEqual([]);
    expect(fields[0]?.geometry.coordinates).toEqual([[at(179.99, 180)], [at(-180, -179.99)]]);
  });

  test.each<[string, [number, number][], [number, number][]]>([
    ['longitudes that jump', at(179.99, -179.99), at(179.995, -179.995, inner)],
    ['longitudes beyond 180', at(179.99, 180.01), at(179.995, 180.005, inner)],
    ['longitudes beyond -180', at(-180.01, -179.99), at(-180.005, -179.995, inner)],
  ])('that is not is cut, including holes: %s', async (_, shell, hole) => {
    const { fields, problems } = await upload(feature(polygon(shell, hole.slice(0, -1))), feature(polygon(shell)));
    expect(problems.map(({ code, feature }) => [code, feature])).toEqual([
      ['cutAtAntimeridian', 1],
      ['cutAtAntimeridian', 2],
    ]);
    expect(areaHectares(fields[1]?.geometry ?? multiPolygon([]))).toBeCloseTo(inland, 4);
    expect(areaHectares(fields[0]?.geometry ?? multiPolygon([]))).toBeCloseTo(inland * 0.7, 2);
    const parts = fields[1]?.geometry.coordinates.map(([ring = []]) => ring.map(([x]) => x)) ?? [];
    expect(parts.map((xs) => [Math.min(...xs), Math.max(...xs)]).sort(([a = 0], [b = 0]) => a - b)).toEqual([
      [-180, -179.99],
      [179.99, 180],
    ]);
  });

  test('is not assumed for numbers in metres', async () => {
    const { codes } = await upload(feature(polygon(at(160, 220))));
    expect(codes).toEqual(['coordinatesOutOfRange']);
  });
});
