import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PolygonRings } from '../../../domain/geometry/multi-polygon.ts';
import { GeometryShapeError, toMultiPolygon, widenGeoJson } from '../../../domain/geometry/widen.ts';
import { decodeWkb, encodeWkb, WkbError } from '../../../domain/geometry/wkb.ts';

const rings: PolygonRings = [
  [
    [10, 50],
    [11, 50],
    [11, 51],
    [10, 50],
  ],
];

describe('widening GeoJSON', () => {
  test('makes a MultiPolygon of a Polygon, a MultiPolygon and collections of them', () => {
    const polygon = { type: 'Polygon', coordinates: rings };
    const wide = { type: 'MultiPolygon', coordinates: [rings] };
    expect(toMultiPolygon(polygon)).toEqual(wide);
    expect(toMultiPolygon(wide)).toEqual(wide);
    const nested = {
      type: 'GeometryCollection',
      geometries: [polygon, { type: 'GeometryCollection', geometries: [wide] }],
    };
    expect(toMultiPolygon(nested)).toEqual({ type: 'MultiPolygon', coordinates: [rings, rings] });
  });

  test('drops heights and measures', () => {
    const heights = rings.map((ring) => ring.map(([x, y]) => [x, y, 123, 4]));
    expect(toMultiPolygon({ type: 'Polygon', coordinates: heights })?.coordinates).toEqual([rings]);
  });

  test('names the parts that are not polygons', () => {
    const mixed = {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Point', coordinates: [1, 2] },
        { type: 'Polygon', coordinates: rings },
      ],
    };
    expect(widenGeoJson(mixed)).toEqual({ polygons: [rings], others: ['Point'] });
    expect(widenGeoJson(null)).toEqual({ polygons: [], others: [] });
    expect(toMultiPolygon({ type: 'LineString', coordinates: [] })).toBeUndefined();
  });

  test.each([
    ['a text', 'POLYGON((0 0))', 'is a string'],
    ['an unknown type', { type: 'Circle' }, 'has the type "Circle"'],
    ['no coordinates', { type: 'Polygon' }, 'lacks coordinates'],
    ['a ring of numbers', { type: 'Polygon', coordinates: [[10, 50]] }, 'instead of a position'],
    ['texts for numbers', { type: 'Polygon', coordinates: [[['10', '50']]] }, 'not two numbers'],
  ])('refuses %s', (_what, geometry, message) => {
    expect(() => widenGeoJson(geometry)).toThrow(GeometryShapeError);
    expect(() => widenGeoJson(geometry)).toThrow(message);
  });

  test('does not follow collections endlessly', () => {
    let deep: unknown = { type: 'Polygon', coordinates: rings };
    for (let depth = 0; depth < 1000; depth++) deep = { type: 'GeometryCollection', geometries: [deep] };
    expect(() => widenGeoJson(deep)).toThrow('deep');
  });
});

describe('well-known binary', () => {
  const position = fc.tuple(fc.double({ noNaN: true }), fc.double({ noNaN: true }));
  const polygons = fc.array(fc.array(fc.array(position, { minLength: 1 }), { minLength: 1 }));

  test('returns what was written', () => {
    fc.assert(
      fc.property(polygons, (given) => {
        expect(decodeWkb(encodeWkb(given)).polygons).toEqual(given);
      }),
    );
  });

  test('is read with Z, M and SRID, and in the other byte order', () => {
    // POLYGON Z ((1 2 9, 3 4 9)) with SRID 4326, big-endian extended form
    const bytes = Buffer.alloc(1 + 4 + 4 + 4 + 4 + 48);
    bytes.writeUInt32BE(0xa0000003, 1);
    bytes.writeUInt32BE(4326, 5);
    bytes.writeUInt32BE(1, 9);
    bytes.writeUInt32BE(2, 13);
    [1, 2, 9, 3, 4, 9].forEach((value, at) => {
      bytes.writeDoubleBE(value, 17 + at * 8);
    });
    expect(decodeWkb(bytes).polygons).toEqual([
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
    ]);
  });

  test('is skipped where it is not a polygon', () => {
    // A collection of a MultiLineString of one line, a MultiPoint and a Point, before the polygon.
    const number = (value: number) => Buffer.from(new Uint32Array([value]).buffer);
    const head = (code: number) => Buffer.concat([Buffer.of(1), number(code)]);
    const point = Buffer.concat([head(1), Buffer.alloc(16)]);
    const line = Buffer.concat([head(2), number(2), Buffer.alloc(32)]);
    const parts = [head(5), number(1), line, head(4), number(1), point, point, encodeWkb([rings])];
    const bytes = Buffer.concat([head(7), number(4), ...parts]);
    expect(decodeWkb(bytes)).toEqual({ polygons: [rings], others: ['MultiLineString', 'MultiPoint', 'Point'] });
  });

  test('that ends early is an error, whatever its declared size', () => {
    const whole = encodeWkb([rings]);
    for (let length = 0; length < whole.length; length++)
      expect(() => decodeWkb(whole.subarray(0, length))).toThrow(WkbError);
  });

  test('never fails in another way on arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          decodeWkb(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(WkbError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
