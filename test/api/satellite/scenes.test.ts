import { describe, expect, test } from 'vitest';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { loadGdal } from '../../../adapters/gdal/gdal.ts';
import { newId } from '../../../adapters/system.ts';
import { satelliteImageKey } from '../../../domain/files/object-keys.ts';
import type { ImageProcess as StoredProcess } from '../../../domain/satellite/processes/image-process.ts';
import type { SceneMessage } from '../../../functions/jobs/process-scenes/messages.ts';
import { advance, cloudClock, control, files, idle, queueUrl, sqs } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { processes } from './process.ts';
import { freshSatelliteField, type ImageProcess, satelliteService } from './satellite.ts';

const owner = await freshOwner();

/** Twenty by twenty pixels of 120 m of a real scene, in Slovenia: 5.76 km². */
const ring = [
  [15.825135, 45.644488],
  [15.85593, 45.644262],
  [15.856259, 45.665861],
  [15.825452, 45.666088],
  [15.825135, 45.644488],
];
const real = { collection: 'sentinel-2-l2a', sceneId: 'S2B_33TWL_20230813_0_L2A', date: '2023-08-13T10:08:07.856Z' };

const queue = messageQueue<SceneMessage>(queueUrl('scene-processes'), sqs);
const disturb = (...next: object[]) => control('POST', '/scenes', { next });

/** Starts the process of a scene over a field, as a search does. */
async function begin(scene: Partial<typeof real> = {}): Promise<StoredProcess> {
  const field = await freshSatelliteField(owner, { geometry: { type: 'MultiPolygon', coordinates: [[ring]] } });
  const process: StoredProcess = {
    ...{ id: newId(), ownerId: owner.owner.id, fieldId: field.id, ...real, ...scene },
    ...{ upstream: 'stand-in', provider: 'sentinel', status: 'STARTED', images: [] },
    createdAt: new Date(cloudClock.now()).toISOString(),
  };
  if (!(await processes.create(process))) throw new Error('the process was not made');
  await queue.send({ ownerId: process.ownerId, fieldId: process.fieldId, processId: process.id });
  return process;
}

const read = async ({ fieldId, id }: StoredProcess) =>
  (await owner.get<ImageProcess>(`${satelliteService}/fields/${fieldId}/processes/${id}`)).body;

describe('a scene that was found over a field', () => {
  test('becomes 30 images, coverage, clouds and statistics', async () => {
    const begun = await begin();
    await idle();
    const process = await read(begun);
    expect(process).toMatchObject({ status: 'SUCCESS', coverage: 100, clouds: 0 });
    expect(process.images.map(({ type }) => type)).toHaveLength(30);
    // Counted with numpy over the 400 pixels of the ground.
    expect(process.statistics?.NDVI?.mean).toBeCloseTo(0.8724, 3);
    const stored = await files.getStream(satelliteImageKey(begun, 'NDVI.tif'));
    const parts: Uint8Array[] = [];
    for await (const part of stored ?? []) parts.push(part);
    const opened = loadGdal()?.open(Buffer.concat(parts), 'r', ['GTiff']);
    expect(opened?.rasterSize).toEqual({ x: 243, y: 243 });
    expect(opened?.srs?.getAuthorityCode()).toBe('4326');
  });

  test('is retried when the catalogue or its files are down', async () => {
    // The files of this scene were not fetched before, so they are not cached.
    const begun = await begin({ sceneId: 'S2A_33TWL_20230815_0_L2A', date: '2023-08-15T09:58:11.662Z' });
    await disturb({ path: '/items/', status: 503 }, { path: 'B04', status: 429, headers: { 'retry-after': '30' } });
    await idle();
    expect(await read(begun)).toMatchObject({ status: 'STARTED' });
    await advance({ minutes: 2 });
    await idle();
    await advance({ minutes: 5 });
    await idle();
    expect(await read(begun)).toMatchObject({ status: 'SUCCESS' });
  });

  test('fails with a reason where another attempt would not help', async () => {
    const begun = await begin({ sceneId: 'S2B_33TWL_19990101_0_L2A' });
    await idle();
    expect(await read(begun)).toMatchObject({
      status: 'FAILED',
      reason: 'The catalogue has no scene S2B_33TWL_19990101_0_L2A in sentinel-2-l2a any more.',
      images: [],
    });
  });
});
