import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPointLayer } from '../../../domain/machine-files/points/point-layer.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { corpus, sample } from '../../corpus/independent/samples.ts';
import { idle } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { downloaded, operationsService, processed } from './batch.ts';
import { fieldAround } from './field-around.ts';

interface Listed {
  property: string;
  unit?: string;
  downloadUrl: string;
}
interface Point {
  geometry: { coordinates: [number, number] };
  properties: Record<string, number | string | null>;
}

async function layerAt(owner: TestOwner, address: string) {
  const response = await downloaded(owner, address);
  expect(response.headers.get('content-type')).toBe('application/vnd.furrow.point-layer');
  const content = Buffer.from(await response.arrayBuffer());
  return { bytes: content.length, ...readPointLayer(gunzipSync(content)) };
}

/** Compares each layer with the points of a GeoJSON. */
async function expectSame(owner: TestOwner, address: string, layers: readonly Listed[], points: readonly Point[]) {
  for (const { property, unit, downloadUrl } of layers) {
    const { header, lon, lat, value } = await layerAt(owner, downloadUrl);
    const valued = points.filter(({ properties }) => (properties[property] ?? null) !== null);
    expect({ property, unit, count: header.count }).toEqual({
      property,
      unit: header.unit || undefined,
      count: valued.length,
    });
    expect(header.withoutValue).toBe(points.length - valued.length);
    const apart = valued.map(
      (
        {
          geometry: {
            coordinates: [x, y],
          },
          properties,
        },
        index,
      ) => {
        const shown = header.categories ? header.categories[value[index] ?? -1] : value[index];
        const written = properties[property];
        const isSame =
          typeof written === 'string'
            ? written === shown
            : Math.abs(Number(written) - Number(shown)) <= header.valuePerStep * 0.51;
        return isSame ? Math.max(Math.abs(x - (lon[index] ?? 0)), Math.abs(y - (lat[index] ?? 0))) : 1;
      },
    );
    expect(Math.max(0, ...apart), `${address} ${property}`).toBeLessThan(header.degreesPerStep * 0.51);
  }
}

test('a layer has the points of a file or an operation with one property, and is made once', async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  await fieldAround(owner, svcUserId, 0, 3);
  const { files } = await processed(owner, svcUserId, 'north.zip', zipOf({ 'a.csv': harvestCsv() }));
  await idle();
  const { body: work } = await owner.get<{ id: string }[]>(`${operationsService}/operations?svcUserId=${svcUserId}`);
  for (const address of [
    `${operationsService}/files/${files[0]?.id}`,
    `${operationsService}/operations/${work[0]?.id}`,
  ]) {
    const { status, body: layers } = await owner.get<Listed[]>(`${address}/pointLayers`);
    expect(status).toBe(200);
    expect(layers.map(({ property }) => property)).toContain('wetMassPerArea');
    const points = await (await downloaded(owner, `${address}/download/standardGeojson`)).json();
    await expectSame(owner, address, layers, (points as { features: Point[] }).features);
    expect((await owner.get(`${address}/pointLayers/appliedRate`)).status).toBe(404);
    expect((await owner.get(`${address}/pointLayers/nothing`)).status).toBe(404);
    const other = await freshOwner();
    expect((await other.get(`${address}/pointLayers/speed`)).status).toBe(404);
    expect((await other.get(`${address}/pointLayers`)).status).toBe(404);
  }
});

test.skipIf(!corpus)('the layer of a harvest has few bytes, and says which points are hidden and why', async () => {
  const owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  const content = sample('JohnDeere+SampleData/Export From MyJohnDeere - Harvest.zip');
  const { files } = await processed(owner, svcUserId, 'harvest.zip', content);
  const address = `${operationsService}/files/${files[0]?.id}`;
  const { bytes, header, state } = await layerAt(owner, `${address}/pointLayers/dryVolumePerArea`);
  console.info(`${bytes} bytes`, header);
  expect(header.count).toBe(40_568);
  expect(bytes).toBeLessThan(40_568 * 4);
  const counted = header.states.map((_, index) => state.filter((one) => one === index).length);
  expect(counted).toEqual(header.states.map(({ points }) => points));
});
