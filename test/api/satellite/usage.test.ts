import { expect, test } from 'vitest';
import { partition } from '../../../adapters/aws/dynamodb/partition.ts';
import { messageQueue } from '../../../adapters/aws/sqs/message-queue.ts';
import { newId } from '../../../adapters/system.ts';
import { noUser } from '../../../domain/events/event.ts';
import { satellitePrefix } from '../../../domain/files/object-keys.ts';
import type { ImageProcess } from '../../../domain/satellite/processes/image-process.ts';
import type { UsageFact } from '../../../domain/usage/usage-fact.ts';
import type { SceneMessage } from '../../../functions/jobs/process-scenes/messages.ts';
import { advance, cloudClock, files, idle, queueUrl, sqs, table } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { processes } from './process.ts';
import { freshSatelliteField, type SatelliteField, satelliteService } from './satellite.ts';

const owner = await freshOwner();
const queue = messageQueue<SceneMessage>(queueUrl('scene-processes'), sqs);
const scene = { collection: 'sentinel-2-l2a', sceneId: 'S2B_33TWL_20230813_0_L2A', date: '2023-08-13T10:08:07.856Z' };

/** A field with as many positions as a field may have: a circle, and a hole in it. */
const circle = (degrees: number, positions: number, turn: 1 | -1) =>
  Array.from({ length: positions + 1 }, (_, index) => {
    const angle = (2 * Math.PI * turn * (index % positions)) / positions;
    return [15.84 + degrees * Math.cos(angle), 45.655 + degrees * Math.sin(angle)];
  });

const geometry = { type: 'MultiPolygon', coordinates: [[circle(0.006, 1_000, 1), circle(0.002, 400, -1)]] };

async function facts(): Promise<UsageFact[]> {
  return (await partition(table('usage'), `${owner.owner.id}#${noUser}`)).map(({ fact }) => fact as UsageFact);
}

/** The shape of the only fact. */
async function countedShape(): Promise<SatelliteField['geometry']> {
  const [{ shape } = {}, ...others] = await facts();
  expect(others).toEqual([]);
  if (!shape || !('objectKey' in shape)) throw new Error('the fact has no shape');
  return JSON.parse((await files.getText(shape.objectKey)) ?? 'null');
}

test('the shape of a counted scene stays with its usage fact, whatever becomes of the field', async () => {
  const field = await freshSatelliteField(owner, { geometry });
  const process: ImageProcess = {
    ...{ id: newId(), ownerId: owner.owner.id, fieldId: field.id, ...scene },
    ...{ upstream: 'stand-in', provider: 'sentinel', status: 'STARTED', images: [] },
    createdAt: new Date(cloudClock.now()).toISOString(),
  };
  expect(await processes.create(process)).toBe(true);
  await queue.send({ ownerId: process.ownerId, fieldId: field.id, processId: process.id });
  await idle();
  expect(await countedShape()).toEqual(field.geometry);

  const again = `${satelliteService}/fields/${field.id}/process/${process.id}/reprocess`;
  expect((await owner.post(again)).status).toBe(202);
  await idle();
  expect(await countedShape()).toEqual(field.geometry);

  const [before] = await facts();
  expect((await owner.call('DELETE', `${satelliteService}/fields/${field.id}`)).status).toBe(204);
  // The second pass of the erasure comes 15 minutes later; a contract lasts a year.
  for (const time of [{ minutes: 0 }, { minutes: 16 }, { minutes: 3 }, { days: 366 }]) {
    await advance(time);
    await idle();
  }
  const left: string[] = [];
  for await (const key of files.list(satellitePrefix(owner.owner.id, field.id))) left.push(key);
  expect(left).toEqual([]);
  expect(await facts()).toEqual([before]);
  expect(await countedShape()).toEqual(field.geometry);
  // Neither names the field by an id that the owner has given it.
  expect(JSON.stringify(before)).not.toContain(field.id);
  expect(JSON.stringify(before)).not.toContain(field.externalId);
});
