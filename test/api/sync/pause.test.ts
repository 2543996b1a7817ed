import { expect, test } from 'vitest';
import { idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { connectedUser, freshProvider } from './connected-user.ts';
import { syncOf, syncPath } from './status.ts';

const owner = await freshOwner();
const provider = await freshProvider();
const [asked, stopped] = [{ provider: 'JohnDeere' }, { provider: 'Stara' }];

test('paused rounds wait, and what was asked for meanwhile comes when they are resumed', async () => {
  const user = await connectedUser(owner, provider, { fieldsAutoSync: false });
  const path = syncPath(user.svcUserId);
  user.account.putField('p-1', { name: 'Long Acre' });
  expect((await owner.post(`${path}/pause`, asked)).status).toBe(200);
  await user.sync();
  expect(await user.fields()).toEqual([]);
  expect(await syncOf(owner, user.svcUserId)).toMatchObject({ state: 'PAUSED', pausedTime: expect.any(String) });
  expect((await owner.get(`${path}/explain`)).body).toMatchObject({
    reasons: [{ code: 'paused' }, { code: 'fieldsAutoSyncOff' }],
  });
  expect((await owner.post(`${path}/resume`, asked)).status).toBe(202);
  await idle();
  expect((await user.field('p-1')).name).toBe('Long Acre');
  expect(await syncOf(owner, user.svcUserId)).toMatchObject({ state: 'IDLE', nextRoundTime: expect.any(String) });
});

test("rounds that do not exist, and another owner's, can neither be paused nor resumed", async () => {
  const stranger = await freshOwner();
  const { id } = await freshUser(owner);
  for (const verb of ['pause', 'resume', 'confirm']) {
    const path = `${syncPath(id)}/${verb}`;
    expectProblem(await stranger.post(path, stopped), 404, 'userNotFound');
    expectProblem(
      await owner.post(path, stopped),
      409,
      verb === 'confirm' ? 'noRemovalsWaiting' : 'providerNotConnected',
    );
    expectProblem(await owner.post(path, { provider: 'Nobody' }), 400, 'invalid');
  }
  expectProblem(await stranger.get(`${syncPath(id)}/explain`), 404, 'userNotFound');
});
