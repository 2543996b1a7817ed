import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createJsonScanner, type JsonPart } from '../../../adapters/boundary-files/converters/json-scanner.ts';
import { collection, feature, polygon, readUpload, square } from './upload-fixture.ts';

const north = feature(polygon(square(10, 52, 0.01)), { name: 'North' });

function read(content: unknown, options = {}) {
  return readUpload('farm.geojson', typeof content === 'string' ? content : JSON.stringify(content), options);
}

describe('GeoJSON', () => {
  test.each<[string, unknown]>([
    ['a collection', { type: 'FeatureCollection', features: [north] }],
    ['a feature', north],
    ['a list of features', [north]],
    ['a collection whose type is its last member', { features: [north], type: 'FeatureCollection' }],
  ])('may be %s', async (_what, content) => {
    const { fields, problems } = await read(content);
    expect(problems).toEqual([]);
    expect(fields).toMatchObject([{ name: 'North', feature: 1 }]);
  });

  test('may be a bare geometry, which has no name', async () => {
    const { fields } = await read(polygon(square(10, 52, 0.01)));
    expect(fields).toHaveLength(1);
    expect(fields[0]).not.toHaveProperty('name');
    expect(
      (await read({ type: 'GeometryCollection', geometries: [polygon(square(10, 52, 0.01))] })).fields,
    ).toHaveLength(1);
  });

  test('may be in another coordinate system, even one named at the end', async () => {
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::25832' } };
    const features = [feature(polygon(square(500_000, 5_761_038, 200)))];
    for (const content of [
      { crs, features, type: 'FeatureCollection' },
      { type: 'FeatureCollection', features, crs },
    ]) {
      const { fields } = await read(content);
      expect(fields[0]?.geometry.coordinates[0]?.[0]?.[0]?.[0]).toBeCloseTo(9, 6);
    }
  });

  test('has x first, even in systems whose official order is the other one', async () => {
    const crs = { type: 'name', properties: { name: 'EPSG:31467' } };
    const { fields } = await read({
      type: 'FeatureCollection',
      crs,
      features: [feature(polygon(square(3_500_000, 5_762_000, 200)))],
    });
    const [longitude = 0, latitude = 0] = fields[0]?.geometry.coordinates[0]?.[0]?.[0] ?? [];
    expect(longitude).toBeCloseTo(9, 1);
    expect(latitude).toBeCloseTo(52, 1);
  });

  test('never makes the engine read a file or a URL', async () => {
    const calls: string[] = [];
    const server = createServer((request, response) => {
      calls.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const address = `http://127.0.0.1:${port}/a.wkt`;
    for (const name of [address, '/etc/passwd', `/vsicurl/${address}`, '+proj=longlat +nadgrids=/etc/passwd', '{}']) {
      const { codes } = await read(collection([north], { crs: { type: 'name', properties: { name } } }));
      expect(codes, name).toEqual(['unknownProjection']);
    }
    expect(calls).toEqual([]);
  });

  test.each([
    'urn:ogc:def:crs:OGC:1.3:CRS84',
    'http://www.opengis.net/def/crs/EPSG/0/4326',
    'EPSG:4326',
    'urn:ogc:def:crs:EPSG::4326',
    'urn:ogc:def:crs:EPSG:6.9:4326',
  ])('is left unchanged for %s, even without an engine', async (name) => {
    const content = collection([north], { crs: { type: 'name', properties: { name } } });
    const { fields } = await read(content, { gdal: () => undefined });
    expect(fields[0]?.geometry.coordinates).toEqual([[square(10, 52, 0.01)]]);
  });

  test('in an unknown coordinate system is refused by its name', async () => {
    const { problems } = await read(
      collection([north], { crs: { type: 'name', properties: { name: 'EPSG:99999999' } } }),
    );
    expect(problems).toMatchObject([{ code: 'unknownProjection' }]);
    expect(problems[0]?.message).toContain('EPSG:99999999');
  });

  test('without a feature says so', async () => {
    expect((await read(collection([]))).codes).toEqual(['noFeatures']);
  });

  test.each([
    ['cut off', collection([north, north]).slice(0, -30), 'cut off'],
    ['a comma too many', '{"type": "FeatureCollection", "features": [],}', 'where the name of a member should be'],
    ['text after the end', `${collection([north])} more`, 'the end of the file'],
    ['UTF-16', Buffer.from(`\ufeff${collection([north])}`, 'utf16le').toString('latin1'), ''],
  ])('that is malformed is refused: %s', async (_what, content, words) => {
    const { problems, fields } = await readUpload('farm.geojson', Buffer.from(content, 'latin1'));
    expect(fields).toEqual([]);
    expect(problems).toMatchObject([{ code: 'malformedJson' }]);
    expect(problems[0]?.message).toContain(words);
  });

  test('with one malformed feature keeps the others', async () => {
    const content = collection([north, feature(polygon(square(11, 52, 0.01)))]).replace(
      '"properties":{"name":"North"}',
      '"properties":{name}',
    );
    const { problems, fields } = await read(content);
    expect(problems).toMatchObject([{ code: 'malformedJson', feature: 1 }]);
    expect(fields).toHaveLength(1);
  });

  test('that is other JSON is not recognised as GeoJSON', async () => {
    expect((await read({ type: 'Topology', objects: {} })).codes).toEqual(['unrecognisedFile']);
    expect((await read({ type: 'Thing', coordinates: [1, 2], features: 3 })).codes).toEqual(['malformedGeometry']);
  });

  test('in an old code page is read with a warning', async () => {
    const content = Buffer.from(
      collection([feature(polygon(square(10, 52, 0.01)), { name: 'Großer Schlag' })]),
      'latin1',
    );
    const { fields, codes } = await readUpload('farm.geojson', content);
    expect(fields[0]?.name).toBe('Großer Schlag');
    expect(codes).toEqual(['assumedEncoding']);
  });

  test('with an endless text in a feature is refused', async () => {
    const { codes } = await read(collection([feature(polygon(square(10, 52, 0.01)), { note: 'x'.repeat(5000) })]), {
      limits: { featureBytes: 4000 },
    });
    expect(codes).toEqual(['featureTooLarge']);
  });

  test('is read correctly with names that are special in JavaScript', async () => {
    const { fields } = await read(
      '{"type":"Feature","__proto__":{"name":"x"},"properties":{"__proto__":{"name":"y"},"constructor":1},"geometry":' +
        `${JSON.stringify(polygon(square(10, 52, 0.01)))}}`,
    );
    expect(fields).toHaveLength(1);
    expect(fields[0]).not.toHaveProperty('name');
  });
});

describe('the scanner of large JSON', () => {
  function scan(text: string, cut: number[]): JsonPart[] {
    const scanner = createJsonScanner({ list: 'features', limit: 1e6, keepElements: true });
    const bytes = Buffer.from(text);
    const indexes = [0, ...cut.map((index) => index % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
    const parts = indexes.slice(1).flatMap((to, index) => scanner.write(bytes.subarray(indexes[index], to)));
    scanner.end();
    return parts;
  }

  test('finds what JSON.parse finds, wherever the bytes are split', () => {
    const document = fc.record({ before: fc.jsonValue(), features: fc.array(fc.jsonValue()), after: fc.jsonValue() });
    fc.assert(
      fc.property(
        document,
        fc.array(fc.nat(), { maxLength: 6 }),
        fc.constantFrom(undefined, 2),
        (value, cut, indent) => {
          const parts = scan(JSON.stringify(value, undefined, indent), cut);
          const values = parts.map((part) => JSON.parse(Buffer.from(part.bytes).toString()));
          // Through JSON once more, since it has no negative zero.
          expect(values).toEqual(JSON.parse(JSON.stringify([value.before, ...value.features, value.after])));
        },
      ),
    );
  });

  test('refuses what JSON.parse refuses outside of features', () => {
    for (const text of [
      '',
      '{',
      '{"a"}',
      '{"a":}',
      '{"a":1,}',
      '{,}',
      '[1,]',
      '[,1]',
      '{"a":1}}',
      '{"a":1} x',
      '{"features":[1}',
      '3',
      '"x"',
    ]) {
      expect(() => scan(text, []), text).toThrow();
    }
  });
});
