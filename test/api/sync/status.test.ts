import { expect, test } from 'vitest';
import { advance, cloudClock, idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { connectedUser, freshProvider, squareAt } from './connected-user.ts';
import { syncOf, syncPath } from './status.ts';

const owner = await freshOwner();
const provider = await freshProvider();

test('the sync of a user shows what the last round brought and what is stored', async () => {
  const user = await connectedUser(owner, provider, { customDataSync: false });
  expect(await syncOf(owner, user.svcUserId)).toMatchObject({
    provider: 'JohnDeere',
    state: 'IDLE',
    counts: { growers: 0, farms: 0, fields: 0 },
    implemented: expect.arrayContaining(['fields']),
  });
  user.account.putGrower('g-1', { name: 'Meadow' });
  user.account.putField('p-1', { name: 'Long Acre' });
  user.account.putBoundary('p-1', { id: 'b-1', active: true, geometry: squareAt(10) });
  await user.sync();
  const shown = await syncOf(owner, user.svcUserId);
  expect(shown).toMatchObject({
    state: 'IDLE',
    counts: { growers: 1, farms: 0, fields: 1, fieldsInPreview: 0, fieldsWaiting: 0 },
    lastRound: { isComplete: true, brought: { growers: 1, farms: 0, fields: 1, boundaries: 1 }, problems: [] },
  });
  expect(shown).not.toHaveProperty('running');
});

test('a round that failed says why, and waits until it is tried again', async () => {
  const user = await connectedUser(owner, provider);
  provider.failNext({ status: 503 });
  await user.sync();
  expect(await syncOf(owner, user.svcUserId)).toMatchObject({
    state: 'WAITING',
    lastRound: { isComplete: false, problems: [{ code: 'providerFailed', message: expect.stringMatching(/503/) }] },
  });
  await advance({ seconds: 61 });
  await idle();
  expect(await syncOf(owner, user.svcUserId)).toMatchObject({ lastRound: { isComplete: true, problems: [] } });
});

test('a scheduled round comes within 24 hours, without being asked for', async () => {
  const user = await connectedUser(owner, provider);
  await user.sync();
  const { nextRoundTime = '' } = await syncOf(owner, user.svcUserId);
  const wait = Date.parse(nextRoundTime) - cloudClock.now();
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThan(24 * 60 * 60_000);
  user.account.putField('p-1', { name: 'New' });
  await advance({ minutes: wait / 60_000 - 1 });
  await idle();
  expect(await user.fields()).toEqual([]);
  for (let minute = 0; minute < 17; minute += 1) await advance({ minutes: 1 });
  await idle();
  expect((await user.field('p-1')).status).toBe('PREVIEW');
  const after = await syncOf(owner, user.svcUserId);
  expect(Date.parse(after.nextRoundTime ?? '') - Date.parse(nextRoundTime)).toBe(23.5 * 60 * 60_000);
});

test("another owner's user has no sync", async () => {
  const stranger = await freshOwner();
  const { id } = await freshUser(owner);
  expectProblem(await stranger.get(syncPath(id)), 404, 'userNotFound');
  expect((await owner.get(syncPath(id))).body).toEqual({ svcUserId: id, providers: [] });
});
