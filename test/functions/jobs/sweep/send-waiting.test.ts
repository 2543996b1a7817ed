import { beforeAll, expect, test } from 'vitest';
import { waitingWork } from '../../../../adapters/aws/dynamodb/leases/waiting-work.ts';
import type { WaitingWork } from '../../../../domain/leases/waiting-work.ts';
import { sendWaiting } from '../../../../functions/jobs/sweep/send-waiting.ts';
import { waitingTable } from '../../../adapters/aws/dynamodb/leases/waiting-table.ts';

const clock = { at: 1_000_000, now: () => clock.at };
const work = { ownerId: 'owner-a', id: 'upload-1', message: { uploadId: 'upload-1' } };
const [waits, held] = [31_000, 900_000];
let waiting: WaitingWork<typeof work.message>;

beforeAll(async () => {
  waiting = waitingWork(await waitingTable(), clock);
});

/** Runs the sweep; each message is received at once. */
const sweep = (send: () => Promise<void>) => sendWaiting({ waiting, queue: { send }, clock });

test('work that no worker has continued is sent, and removed from the list', async () => {
  await waiting.add(work);
  clock.at += waits;
  const sent: unknown[] = [];
  expect(await sendWaiting({ waiting, queue: { send: async (one) => void sent.push(one) }, clock })).toBe(1);
  expect(sent).toEqual([work.message]);
  expect(await waiting.some(work.ownerId, 'worker-1')).toBe(false);
});

test('work whose worker finds no slot during the sweep stays on the list', async () => {
  await waiting.add(work);
  clock.at += waits;
  await sweep(() => waiting.add(work));
  expect(await waiting.next(work.ownerId, 'worker-1', held)).toMatchObject(work);
});

test('work requested again while a worker does it stays on the list', async () => {
  await waiting.add(work);
  const found = await waiting.next(work.ownerId, 'worker-1', held);
  if (!found) throw new Error('nothing waits');
  clock.at += 1;
  await waiting.add(work);
  await waiting.remove(found);
  expect(await waiting.some(work.ownerId, 'worker-2')).toBe(true);
});
