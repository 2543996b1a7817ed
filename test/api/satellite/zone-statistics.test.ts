import type { CoordinateTransformation } from 'gdal-async';
import { expect, test } from 'vitest';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { loadGdal } from '../../../adapters/gdal/gdal.ts';
import { newId } from '../../../adapters/system.ts';
import { satelliteImageKey } from '../../../domain/files/object-keys.ts';
import type { GroundStatistics } from '../../../domain/satellite/processes/ground-statistics.ts';
import type { SceneMessage } from '../../../functions/jobs/process-scenes/messages.ts';
import { cropOf, cropPosition } from '../../../local/stand-ins/satellite/crops.ts';
import { cloudClock, files, idle, queueUrl, sqs } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshProcess, processes } from './process.ts';
import { freshSatelliteField, type ImageProcess, satelliteService } from './satellite.ts';

interface Sides {
  processId: string;
  date: string;
  index: string;
  resolution: number | null;
  inside: GroundStatistics;
  outside: GroundStatistics;
}
type Ring = [longitude: number, latitude: number][];

const owner = await freshOwner();

/** A field whose corner is cut off, on a real scene of which clouds cover a part. */
const field: Ring = [
  [15.825135, 45.644488],
  [15.85593, 45.644262],
  [15.856259, 45.655],
  [15.845, 45.665861],
  [15.825452, 45.666088],
  [15.825135, 45.644488],
];
const scene = 'S2A_33TWL_20230818_0_L2A';
/** A zone with a hole, which reaches beyond the field. */
const zone: Ring[] = [
  [
    [15.832, 45.64],
    [15.85, 45.64],
    [15.852, 45.6633],
    [15.83, 45.66],
    [15.832, 45.64],
  ],
  [
    [15.838, 45.65],
    [15.838, 45.655],
    [15.8433, 45.655],
    [15.8433, 45.65],
    [15.838, 45.65],
  ],
];

async function processed() {
  const registered = await freshSatelliteField(owner, { geometry: { type: 'MultiPolygon', coordinates: [[field]] } });
  const place = { id: newId(), ownerId: owner.owner.id, fieldId: registered.id };
  await processes.create({
    ...{ ...place, collection: 'sentinel-2-l2a', sceneId: scene, date: '2023-08-18T10:08:12.000Z' },
    ...{ upstream: 'stand-in', provider: 'sentinel', status: 'STARTED', images: [] },
    createdAt: new Date(cloudClock.now()).toISOString(),
  });
  const queue = messageQueue<SceneMessage>(queueUrl('scene-processes'), sqs);
  await queue.send({ ownerId: place.ownerId, fieldId: place.fieldId, processId: place.id });
  await idle();
  return { place, path: `${satelliteService}/fields/${registered.id}/processes/${place.id}` };
}

const { place, path } = await processed();
const ask = (geometry: object, body: object = {}) => owner.post<Sides>(`${path}/statistics`, { geometry, ...body });
const polygon = (...coordinates: Ring[]) => ({ type: 'Polygon', coordinates });

/** Whether a position lies within rings: an odd number of edges is north of it. */
function within(rings: readonly Ring[], [x, y]: readonly [number, number]): boolean {
  let found = false;
  for (const ring of rings) {
    for (const [at, [x1, y1]] of ring.entries()) {
      const [x2, y2] = ring[at + 1] ?? [x1, y1];
      if (x1 > x !== x2 > x && y < y1 + ((x - x1) / (x2 - x1)) * (y2 - y1)) found = !found;
    }
  }
  return found;
}

/** The values of a side's clear pixels, from the bands and classes of the scene, and how many pixels it has. */
async function countedByHand() {
  const gdal = loadGdal();
  const parts: Uint8Array[] = [];
  for await (const part of (await files.getStream(satelliteImageKey(place, 'NDVI.tif'))) ?? []) parts.push(part);
  const image = gdal?.open(Buffer.concat(parts), 'r', ['GTiff']);
  if (!gdal || !image?.geoTransform) throw new Error('the image cannot be read');
  const [west = 0, dx = 0, , north = 0, , dy = 0] = image.geoTransform;
  const toMetres: CoordinateTransformation = new gdal.CoordinateTransformation(
    gdal.SpatialReference.fromEPSG(4326),
    gdal.SpatialReference.fromEPSG(32_600 + cropPosition.zone),
  );
  const { red, nir, classes } = cropOf(scene);
  const sides = { inside: { pixels: 0, clear: [] as number[] }, outside: { pixels: 0, clear: [] as number[] } };
  for (let row = 0; row < image.rasterSize.y; row++) {
    for (let column = 0; column < image.rasterSize.x; column++) {
      const middle = [west + (column + 0.5) * dx, north + (row + 0.5) * dy] as const;
      if (!within([field], middle)) continue;
      const side = sides[within(zone, middle) ? 'inside' : 'outside'];
      side.pixels += 1;
      const { x, y } = toMetres.transformPoint(middle[1], middle[0]);
      const { left, top, metres, size } = cropPosition;
      const at = Math.floor((top - y) / metres) * size + Math.floor((x - left) / metres);
      const [r = 0, n = 0, found = 0] = [red[at], nir[at], classes[at]];
      if (found >= 4 && found <= 7) side.clear.push((n - r) / (n + r));
    }
  }
  return sides;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const median = (values: readonly number[]) => {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
};

test('clear pixels in a zone and in the rest of the field are those of the bands and classes of the scene', async () => {
  const { status, headers, body } = await ask(polygon(...zone));
  expect(status).toBe(200);
  expect(headers.get('x-furrow-upstream')).toBe('stand-in');
  expect(body).toMatchObject({ processId: place.id, index: 'NDVI', resolution: 10 });
  const counted = await countedByHand();
  for (const side of ['inside', 'outside'] as const) {
    const [{ pixels, clear }, found] = [counted[side], body[side]];
    expect(clear.length).toBeGreaterThan(500);
    expect(clear.length).toBeLessThan(pixels - 500);
    expect([found.pixels, found.clearPixels]).toEqual([pixels, clear.length]);
    expect(found.clearPercent).toBeCloseTo((100 * clear.length) / pixels, 2);
    expect(found.clearMean).toBeCloseTo(mean(clear), 5);
    expect(found.clearQuantiles?.p50).toBeCloseTo(median(clear), 5);
  }
});

test('both parts together are the scene’s own statistics', async () => {
  const { inside, outside } = (await ask({ type: 'MultiPolygon', coordinates: [zone] })).body;
  const { statistics } = (await owner.get<ImageProcess>(path)).body;
  const [all, clear] = [inside.pixels + outside.pixels, (inside.clearPixels ?? 0) + (outside.clearPixels ?? 0)];
  const valid = inside.validPixels + outside.validPixels;
  expect((100 * clear) / all).toBeCloseTo(statistics?.NDVI?.clearPercent ?? 0, 2);
  expect((100 * valid) / all).toBeCloseTo(statistics?.NDVI?.validPercent ?? 0, 2);
  const weighted =
    ((inside.clearMean ?? 0) * (inside.clearPixels ?? 0) + (outside.clearMean ?? 0) * (outside.clearPixels ?? 0)) /
    clear;
  expect(weighted).toBeCloseTo(statistics?.NDVI?.clearMean ?? 0, 5);
  const ofAll = ((inside.mean ?? 0) * inside.validPixels + (outside.mean ?? 0) * outside.validPixels) / valid;
  expect(ofAll).toBeCloseTo(statistics?.NDVI?.mean ?? 0, 5);
});

test('a zone around the field has the statistics of the scene, and nothing is outside of it', async () => {
  const around: Ring = [
    [15.8, 45.6],
    [15.9, 45.6],
    [15.9, 45.7],
    [15.8, 45.7],
    [15.8, 45.6],
  ];
  const { inside, outside } = (await ask(polygon(around), { index: 'NDRE' })).body;
  const { statistics } = (await owner.get<ImageProcess>(path)).body;
  expect(inside).toMatchObject(statistics?.NDRE ?? {});
  expect(outside).toEqual({ pixels: 0, validPixels: 0, clearPixels: 0, validPercent: 0, clearPercent: 0 });
});

test('a zone beside the field has no pixels, and neither has one without the middle of a pixel', async () => {
  for (const [west, side] of [
    [15.9, 0.01],
    [15.84, 0.000001],
  ] as const) {
    const square: Ring = [
      [west, 45.65],
      [west + side, 45.65],
      [west + side, 45.65 + side],
      [west, 45.65 + side],
      [west, 45.65],
    ];
    const { inside, outside } = (await ask(polygon(square))).body;
    expect(inside.pixels).toBe(0);
    expect(inside).not.toHaveProperty('clearMean');
    expect(outside.pixels).toBeGreaterThan(50_000);
  }
});

test.each([
  ['a line', { type: 'LineString', coordinates: zone[0] }, 'it is a LineString'],
  ['a ring that is not closed', polygon(zone[0]?.slice(0, -1) ?? []), 'RING_NOT_CLOSED'],
  [
    'a ring that crosses itself',
    polygon([
      [15.83, 45.65],
      [15.84, 45.66],
      [15.84, 45.65],
      [15.83, 45.66],
      [15.83, 45.65],
    ]),
    'SELF_INTERSECTION',
  ],
  [
    'half of a country',
    polygon([
      [15, 45],
      [16, 45],
      [16, 46],
      [15, 46],
      [15, 45],
    ]),
    'the limit is 50000',
  ],
])('%s is refused', async (_, geometry, text) => {
  expect(expectProblem(await owner.post(`${path}/statistics`, { geometry }), 400).detail).toContain(text);
});

test('a process without images has no statistics', async () => {
  const started = await freshProcess(owner, place.fieldId, { status: 'STARTED' });
  const answer = await owner.post(`${satelliteService}/fields/${place.fieldId}/processes/${started.id}/statistics`, {
    geometry: polygon(...zone),
  });
  expect(expectProblem(answer, 404).detail).toContain('NDVI');
});
