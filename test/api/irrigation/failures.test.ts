import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SyncReason } from '../../../domain/integrations/sync-reason.ts';
import { advance, cloudClock, idle } from '../cloud.ts';
import { freshOwner } from '../owner.ts';
import { useSandboxes } from '../sync/sandboxes.ts';
import { syncOf, syncPath } from '../sync/status.ts';
import { connectedUser, dry, fieldNet, pivot, rights, wet } from './connected-pivot.ts';

const owner = await freshOwner();
useSandboxes();

const hour = 3_600_000;
/** Noon in Iowa: of a machine that is known, only the last three days are read. */
const yesterday = Math.floor(cloudClock.now() / (24 * hour)) * 24 * hour - 6 * hour;
const rowsAt = (noon: number) => [
  wet(new Date(noon).toISOString(), 0, { rate: 1 }),
  dry(new Date(noon + 6 * hour).toISOString(), 180),
];
const rows = rowsAt(yesterday - 4 * 24 * hour);
const ids = ['troubled', 'untroubled'];

beforeEach(async () => {
  for (const id of ids) {
    await fieldNet('PUT', `/history/${id}`, { rows });
    await fieldNet('PUT', `/world/systems/${id}`, pivot);
  }
});
afterEach(async () => {
  for (const id of ids) await fieldNet('DELETE', `/world/systems/${id}`);
  await fieldNet('PUT', '/state', { rights });
  await fieldNet('DELETE', '/faults');
});

type User = Awaited<ReturnType<typeof connectedUser>>;

/** Whether each of the two pivots has its record. */
async function watered(user: User): Promise<boolean[]> {
  const all = await user.get<{ equipment: { providerEquipmentId: string }[] }[]>(
    '/irrigation/applied-irrigation?size=100',
  );
  const found = all.map(({ equipment }) => equipment[0]?.providerEquipmentId);
  return ids.map((id) => found.includes(id));
}

const irrigationOf = async ({ svcUserId }: User) => (await syncOf(owner, svcUserId)).irrigation;

async function reasonsOf({ svcUserId }: User): Promise<SyncReason[]> {
  return (await owner.get<{ reasons: SyncReason[] }>(`${syncPath(svcUserId)}/explain`)).body.reasons;
}

const history = { path: '/irrigation-controllers/troubled/history', times: 20 };
const applied = { path: '/irrigation-systems/troubled/applied-irrigation', times: 20 };
const nonsense = { status: 200, headers: { 'content-type': 'application/json' } };

test.each([
  ['is down', { ...history, status: 503 }, /503/],
  ['asks for fewer calls', { ...applied, status: 429, headers: { 'retry-after': '120' } }, /too many requests/],
  ['cuts its answers', { ...history, isCut: true }, /ended early/],
])('a provider that %s is told, and asked again', async (_, fault, problem) => {
  await fieldNet('POST', '/faults', { next: [fault] });
  const user = await connectedUser(owner);
  expect(await irrigationOf(user)).toMatchObject({ isComplete: false, message: expect.stringMatching(problem) });
  expect((await watered(user))[0]).toBe(false);
  const failed = (await reasonsOf(user)).find(({ code }) => code === 'roundFailed');
  expect(failed).toMatchObject({ provider: 'Lindsay', providerMessage: expect.stringMatching(problem) });
  await fieldNet('DELETE', '/faults');
  await advance({ seconds: 181 });
  await idle();
  expect(await irrigationOf(user)).toEqual({ lastRoundTime: expect.any(String), isComplete: true });
  expect(await watered(user)).toEqual([true, true]);
  expect(await reasonsOf(user)).toEqual([]);
});

test.each([
  ['no JSON', { ...history, ...nonsense, body: '<html>' }, /JSON/],
  ['no list', { ...history, ...nonsense, body: '{"message":"fine"}' }, /malformed/],
  ['rows without a time', { ...history, ...nonsense, body: '{"items":[{"position":7}]}' }, /malformed/],
  ['wedges without members', { ...applied, ...nonsense, body: '{"features":[7]}' }, /malformed/],
  ['404', { ...history, status: 404 }, /404|does not/],
])('a machine that is answered with %s is told, and others are read', async (_, fault, problem) => {
  await fieldNet('POST', '/faults', { next: [fault] });
  const user = await connectedUser(owner);
  expect(await irrigationOf(user)).toMatchObject({ isComplete: false, message: expect.stringMatching(problem) });
  expect(await watered(user)).toEqual([false, true]);
  expect((await reasonsOf(user)).map(({ code }) => code)).toContain('roundFailed');
  await fieldNet('DELETE', '/faults');
  await user.sync();
  expect(await irrigationOf(user)).toMatchObject({ isComplete: true });
  expect(await watered(user)).toEqual([true, true]);
  expect(await reasonsOf(user)).toEqual([]);
});

test('a right that is missing is named, and what it keeps back comes once it is granted', async () => {
  for (const id of ids) await fieldNet('PUT', `/history/${id}`, { rows: [] });
  const user = await connectedUser(owner);
  await fieldNet('PUT', '/state', { rights: rights.filter((right) => right !== 'equipment-report') });
  for (const id of ids) await fieldNet('PUT', `/history/${id}`, { rows: rowsAt(yesterday) });
  await user.sync();
  const named = expect.stringContaining('equipment-report');
  expect(await irrigationOf(user)).toMatchObject({ isComplete: false, message: named });
  expect(await watered(user)).toEqual([false, false]);
  expect((await reasonsOf(user)).find(({ code }) => code === 'roundFailed')).toMatchObject({ providerMessage: named });
  await fieldNet('PUT', '/state', { rights });
  await user.sync();
  expect(await irrigationOf(user)).toMatchObject({ isComplete: true });
  expect(await watered(user)).toEqual([true, true]);
});
