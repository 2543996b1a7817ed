import { expect, test } from 'vitest';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { newId } from '../../../adapters/system.ts';
import { timestamp } from '../../../domain/clock.ts';
import type { ImageProcess as StoredProcess } from '../../../domain/satellite/processes/image-process.ts';
import { cloudClock, control, idle, queueUrl, sqs, sweep } from '../cloud.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { processes } from './process.ts';
import { freshSatelliteField, type ImageProcess, satelliteService, square } from './satellite.ts';

const queue = messageQueue<object>(queueUrl('scene-processes'), sqs);
const [west, south] = [-131, 44.2];

/** Processes of one scene of the stand-in over a field of an owner, to be started together. */
async function backfilled(owner: TestOwner, count: number) {
  const { endpoint } = await control<{ endpoint: string }>('GET', '/scenes');
  const search = `${endpoint}/v1/search?limit=1&collections=sentinel-2-l2a&bbox=${[west, south, west + 0.003, south + 0.003]}`;
  const { features } = (await (await fetch(search)).json()) as { features: { id: string; collection: string }[] };
  const [{ id: sceneId, collection } = { id: '', collection: '' }] = features;
  const field = await freshSatelliteField(owner, { geometry: square(west, south, 0.003), daysBefore: 0 });
  await idle();
  const now = timestamp(cloudClock.now());
  const made = Array.from(
    { length: count },
    (): StoredProcess => ({
      ...{ id: newId(), ownerId: owner.owner.id, fieldId: field.id, sceneId, collection, images: [] },
      ...{ upstream: 'stand-in', provider: 'sentinel', status: 'STARTED', date: now, createdAt: now },
    }),
  );
  await Promise.all(made.map((process) => processes.create(process)));
  const start = () =>
    Promise.all(made.map(({ ownerId, fieldId, id }) => queue.send({ ownerId, fieldId, processId: id })));
  const list = async (status: string) => {
    const path = `${satelliteService}/fields/${field.id}/processes?size=100&status=${status}`;
    return (await owner.get<ImageProcess[]>(path)).body;
  };
  return { start, list };
}

test('the back-fill of one owner leaves workers for other owners, and is processed completely in the end', async () => {
  const greedy = await backfilled(await freshOwner(), 24);
  const other = await backfilled(await freshOwner(), 1);
  await greedy.start();
  await other.start();
  await expect.poll(async () => (await other.list('SUCCESS')).length, { timeout: 60_000, interval: 50 }).toBe(1);
  expect((await greedy.list('STARTED')).length).toBeGreaterThan(8);
  await expect
    .poll(
      async () => {
        await idle();
        await sweep();
        return (await greedy.list('SUCCESS')).length;
      },
      { timeout: 120_000, interval: 50 },
    )
    .toBe(24);
  expect(await greedy.list('FAILED')).toEqual([]);
});
