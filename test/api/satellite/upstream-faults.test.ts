import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { newId } from '../../../adapters/system.ts';
import type { ImageProcess as StoredProcess } from '../../../domain/satellite/processes/image-process.ts';
import { advance, cloudClock, control, idle, queueUrl, sqs, sweep } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { processes } from './process.ts';
import { freshSatelliteField, type ImageProcess, satelliteService, square } from './satellite.ts';

interface Fault {
  path?: string;
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  delayMilliseconds?: number;
  isCut?: boolean;
  endsAt?: number;
  times?: number;
}

const queue = messageQueue<object>(queueUrl('scene-processes'), sqs);

/** Index of the test's own square, and so of a tile whose files no other test has read: one block is cached for all. */
let index = 0;

interface Scene {
  id: string;
  collection: string;
  tile: string;
}

/** A scene of the stand-in over a square of about ten hectares, at a location of its own. */
async function freshScene(): Promise<{ scene: Scene; geometry: ReturnType<typeof square> }> {
  index += 1;
  const [west, south] = [-120 + 6 * index, 44.2];
  const { endpoint } = await control<{ endpoint: string }>('GET', '/scenes');
  const search = `${endpoint}/v1/search?limit=1&collections=sentinel-2-l2a&bbox=${[west, south, west + 0.003, south + 0.003]}`;
  const { features } = (await (await fetch(search)).json()) as {
    features: { id: string; collection: string; properties: { 'grid:code': string } }[];
  };
  const [found] = features;
  if (!found) throw new Error('the stand-in has no scene there');
  const { id, collection, properties } = found;
  return { scene: { id, collection, tile: properties['grid:code'] }, geometry: square(west, south, 0.003) };
}

/** A process of a new field and scene that is under way, with faults of the catalogue. */
async function begun(owner: TestOwner, faults: (scene: Scene) => Fault[]) {
  const { scene, geometry } = await freshScene();
  const field = await freshSatelliteField(owner, { geometry, daysBefore: 0 });
  await idle();
  const process: StoredProcess = {
    ...{ id: newId(), ownerId: owner.owner.id, fieldId: field.id, sceneId: scene.id, collection: scene.collection },
    ...{ upstream: 'stand-in', provider: 'sentinel', status: 'STARTED', images: [] },
    ...{ date: new Date(cloudClock.now()).toISOString(), createdAt: new Date(cloudClock.now()).toISOString() },
  };
  expect(await processes.create(process)).toBe(true);
  await control('POST', '/scenes', { next: faults(scene) });
  const { ownerId, fieldId, id } = process;
  await queue.send({ ownerId, fieldId, processId: id });
  const look = async () => {
    await idle();
    const answer = await owner.get<ImageProcess>(`${satelliteService}/fields/${fieldId}/processes/${id}`);
    return answer.body;
  };
  return { look };
}

const file = (scene: Scene, band: string) => `/${scene.id}/${band}.tif`;
const item = (scene: Scene) => `/items/${scene.id}`;

test.each<[string, (scene: Scene) => Fault[]]>([
  ['is down', (scene) => [{ path: item(scene), status: 503, body: 'down' }]],
  ['is slow to answer with a part', (scene) => [{ path: file(scene, 'B04'), delayMilliseconds: 2_000 }]],
  [
    'limits the rate of requests',
    (scene) => [{ path: file(scene, 'B04'), status: 429, headers: { 'retry-after': '30' } }],
  ],
  ['ends in the middle of a block', (scene) => [{ path: file(scene, 'B08'), isCut: true }]],
  ['ends in the middle of an Item', (scene) => [{ path: item(scene), isCut: true }]],
  ['answers something that is not JSON', (scene) => [{ path: item(scene), body: '<html>sorry</html>' }]],
  ['answers JSON of another shape', (scene) => [{ path: item(scene), body: '{"features": 7}' }]],
])('a process ends with its images although the catalogue %s once', async (_, faults) => {
  const owner = await freshOwner();
  const { look } = await begun(owner, faults);
  await look();
  await advance({ minutes: 20 });
  const process = await look();
  expect(process).toMatchObject({ status: 'SUCCESS', coverage: 100, upstream: 'stand-in' });
  expect(process.images).toHaveLength(30);
});

test.each<[string, (scene: Scene) => Fault[], RegExp]>([
  [
    'a file of the scene is cut off',
    (scene) => [{ path: file(scene, 'B04'), endsAt: 30_000, times: 1000 }],
    /B04 .*cut off/,
  ],
  [
    'a whole file is returned instead of a range',
    (scene) => [{ path: file(scene, 'SCL'), status: 200, body: 'something else', times: 1000 }],
    /a whole file where a part was asked for/,
  ],
  [
    'a file of the scene does not exist any more',
    (scene) => [{ path: file(scene, 'B12'), status: 404, times: 1000 }],
    /does not have a file of the scene \(404\)/,
  ],
  [
    'the scene does not exist any more',
    (scene) => [{ path: item(scene), status: 404, times: 1000 }],
    /no scene .* any more/,
  ],
  [
    'the catalogue stays down',
    (scene) => [{ path: item(scene), status: 503, body: 'down', times: 1000 }],
    /answered 503/,
  ],
])('a process fails with a reason, and does not stay under way, where %s', async (_, faults, reason) => {
  const owner = await freshOwner();
  const { look } = await begun(owner, faults);
  let process = await look();
  for (let quarter = 0; process.status === 'STARTED' && quarter < 40; quarter += 1) {
    await advance({ minutes: 16 });
    process = await look();
  }
  expect(process).toMatchObject({ status: 'FAILED', images: [], reason: expect.stringMatching(reason) });
});

describe('ground that is registered while the catalogue cannot be searched', () => {
  beforeAll(() => control('POST', '/scenes/open', { open: true }));
  afterAll(() => control('POST', '/scenes/open', { open: false }));

  test.each<[string, Fault, number]>([
    ['is down', { status: 503, body: 'down' }, 31],
    ['limits the rate of requests', { status: 429, headers: { 'retry-after': '120' } }, 37],
    ['ends in the middle of its answer', { isCut: true }, 43],
    ['answers something that is not JSON', { body: '<html>sorry</html>' }, 49],
    ['answers JSON of another shape', { body: '{"features": {}}' }, 55],
  ])('gets its scenes once that is over: %s', async (_, fault, west) => {
    const owner = await freshOwner();
    await control('POST', '/scenes', { next: [{ ...fault, path: '/search', mentions: `[${west},58,`, times: 2 }] });
    const field = await freshSatelliteField(owner, { geometry: square(west, 58.3, 0.003), daysBefore: 6 });
    const path = `${satelliteService}/fields/${field.id}/processes`;
    const count = async (status: string) => (await owner.get<ImageProcess[]>(`${path}?status=${status}`)).body.length;
    await idle();
    expect(await count('SUCCESS')).toBe(0);
    for (let turn = 0; (await count('SUCCESS')) === 0 && turn < 20; turn += 1) {
      await advance({ minutes: 11 });
      await sweep();
      await idle();
    }
    expect(await count('SUCCESS')).toBeGreaterThan(0);
    expect([await count('STARTED'), await count('FAILED')]).toEqual([0, 0]);
  });
});
