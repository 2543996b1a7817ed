import { expect, test } from 'vitest';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { loadGdal } from '../../../adapters/gdal/gdal.ts';
import { newId } from '../../../adapters/system.ts';
import type { SceneMessage } from '../../../functions/jobs/process-scenes/messages.ts';
import { cloud, cloudClock, idle, queueUrl, sqs } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { processes } from './process.ts';
import { freshSatelliteField, type ImageProcess, satelliteService } from './satellite.ts';

const owner = await freshOwner();

/** A field of a real scene, whose corner is cut off. */
const ring = [
  [15.825135, 45.644488],
  [15.85593, 45.644262],
  [15.856259, 45.655],
  [15.845, 45.665861],
  [15.825452, 45.666088],
  [15.825135, 45.644488],
];

async function processed(): Promise<string> {
  const field = await freshSatelliteField(owner, { geometry: { type: 'MultiPolygon', coordinates: [[ring]] } });
  const place = { id: newId(), ownerId: owner.owner.id, fieldId: field.id };
  const scene = { collection: 'sentinel-2-l2a', sceneId: 'S2B_33TWL_20230813_0_L2A', date: '2023-08-13T10:08:07.856Z' };
  await processes.create({
    ...{ ...place, ...scene, createdAt: new Date(cloudClock.now()).toISOString() },
    ...{ upstream: 'stand-in', provider: 'sentinel', status: 'STARTED', images: [] },
  });
  const queue = messageQueue<SceneMessage>(queueUrl('scene-processes'), sqs);
  await queue.send({ ownerId: place.ownerId, fieldId: place.fieldId, processId: place.id });
  await idle();
  return `${satelliteService}/fields/${field.id}/processes/${place.id}`;
}

const path = await processed();

async function shown(url: string): Promise<{ width: number; height: number; bytes: Buffer }> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${await owner.token('id')}` } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  const bytes = Buffer.from(await response.arrayBuffer());
  const { x: width = 0, y: height = 0 } = loadGdal()?.open(bytes, 'r', ['PNG']).rasterSize ?? {};
  return { width, height, bytes };
}

test('a picture has a legend, the date and the outline of the field where they are asked for', async () => {
  const image = `${cloud.baseUrl}${path}/images`;
  const plain = await shown(`${image}/NDVI_PNG?show=outline`);
  const dated = await shown(`${image}/NDVI_PNG?show=date`);
  const full = await shown(`${image}/NDVI?show=legend,date,outline`);
  expect(plain.width).toBeGreaterThan(900);
  expect(dated.height).toBeGreaterThan(plain.height);
  expect(full.width).toBeGreaterThan(dated.width);
  for (const type of ['NDVI_RELATIVE', 'NDVI_ABSOLUTE', 'NDVI_MASKED', 'SCL_PNG', 'RGB_PNG']) {
    expect((await shown(`${image}/${type}?show=legend`)).bytes.length).toBeLessThan(4_500_000);
  }
});

test('a link of an image draws them too, without a token', async () => {
  const { body } = await owner.get<ImageProcess>(path);
  const link = body.images.find(({ type }) => type === 'NDVI_PNG')?.downloadUrl ?? '';
  const response = await fetch(`${link}?show=date,legend`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(response.headers.get('x-furrow-upstream')).toBe('stand-in');
});

test('another part, or an image without a picture, is refused', async () => {
  const problem = expectProblem(await owner.get(`${path}/images/NDVI_PNG?show=legend,scale`), 400);
  expect(problem.detail).toContain('must be some of legend, date, outline, separated by commas');
  const refused = await owner.get<{ detail: string }>(`${path}/images/B04?show=date`);
  expect(refused.body.detail).toContain('B04 has no picture. Types with a picture: RGB_PNG,');
});
