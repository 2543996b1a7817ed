import { expect, test } from 'vitest';
import { itemsIn } from '../../../adapters/aws/dynamodb/user-items.ts';
import type { Grower } from '../../../domain/growers/grower.ts';
import { idle, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { connectedUser, freshProvider, squareAt } from './connected-user.ts';
import { scheduledRound, syncOf, syncPath } from './status.ts';

const owner = await freshOwner();
const provider = await freshProvider();

/** A user with so many fields at a provider whose lists are of the whole account. */
async function withFields(count: number, at = provider) {
  const user = await connectedUser(owner, at, { customDataSync: false }, 'CNHI');
  user.account.putGrower('g-1', { name: 'Meadow' });
  for (let number = 1; number <= count; number += 1) {
    user.account.putField(`p-${number}`, { name: `Field ${number}` });
    user.account.putBoundary(`p-${number}`, { id: `b-${number}`, active: true, geometry: squareAt(number / 10) });
  }
  await user.sync();
  return user;
}

const statusesOf = async (user: Awaited<ReturnType<typeof withFields>>, id: string) =>
  (await user.boundaries((await user.field(id)).id)).map(({ status }) => status);

test('a record that two complete lists in a row lack is gone, and what returns is there again', async () => {
  const user = await withFields(2);
  user.account.lose('fields', 'p-1');
  user.account.lose('growers', 'g-1');
  await user.sync();
  await scheduledRound(owner, user.svcUserId);
  expect(await statusesOf(user, 'p-1')).toEqual(['ACTIVE']);
  const growers = async () =>
    (await owner.get<Grower[]>(`/services/fields/api/growers?svcUserId=${user.svcUserId}`)).body;
  expect(await growers()).toMatchObject([{ name: 'Meadow' }]);
  expect((await growers())[0]).not.toHaveProperty('removedAtProvider');
  await scheduledRound(owner, user.svcUserId);
  expect(await statusesOf(user, 'p-1')).toEqual(['DELETED_ON_PROVIDER']);
  expect(await statusesOf(user, 'p-2')).toEqual(['ACTIVE']);
  expect(await growers()).toMatchObject([{ removedAtProvider: expect.any(String) }]);
  user.account.putGrower('g-1', { name: 'Meadow' });
  user.account.putField('p-1', { name: 'Field 1' });
  await user.sync();
  expect(await statusesOf(user, 'p-1')).toEqual(['DELETED_ON_PROVIDER', 'ACTIVE']);
  expect((await growers())[0]).not.toHaveProperty('removedAtProvider');
}, 120_000);

test('a list that breaks off proves nothing', async () => {
  // Rounds of other users call another provider.
  const own = await freshProvider();
  const user = await withFields(1, own);
  await scheduledRound(owner, user.svcUserId);
  user.account.lose('fields', 'p-1');
  await scheduledRound(owner, user.svcUserId);
  own.failNext({ status: 401 });
  await scheduledRound(owner, user.svcUserId);
  expect(await syncOf(owner, user.svcUserId)).toMatchObject({ lastRound: { isComplete: false } });
  expect(await statusesOf(user, 'p-1')).toEqual(['ACTIVE']);
}, 120_000);

test('so many removals wait until the owner confirms them', async () => {
  const user = await withFields(25);
  const confirm = () => owner.post(`${syncPath(user.svcUserId)}/confirm`, { provider: 'CNHI' });
  expectProblem(await confirm(), 409, 'noRemovalsWaiting');
  for (let number = 1; number <= 21; number += 1) user.account.lose('fields', `p-${number}`);
  await scheduledRound(owner, user.svcUserId);
  expect(await syncOf(owner, user.svcUserId)).not.toHaveProperty('removalsWaiting');
  await scheduledRound(owner, user.svcUserId);
  expect(await syncOf(owner, user.svcUserId)).toMatchObject({
    removalsWaiting: { lists: { fields: { gone: 21, of: 25 } } },
  });
  expect(await statusesOf(user, 'p-1')).toEqual(['ACTIVE']);
  const { body } = await owner.get(`${syncPath(user.svcUserId)}/explain`);
  expect(body).toMatchObject({
    reasons: [{ code: 'removalsHeld', message: expect.stringMatching(/^21 of 25 fields are no longer listed/) }],
  });
  const events = [];
  for await (const { type, payload } of itemsIn(table('events'), `${owner.owner.id}#${user.svcUserId}`, '')) {
    if (type === 'providerRemovalsWaiting') events.push((payload as { message: string }).message);
  }
  expect(events).toEqual(['21 of 25 fields are no longer listed by CNHi.']);
  user.account.putField('p-2', { name: 'Field 2' });
  expect((await confirm()).status).toBe(202);
  await idle();
  expect(await syncOf(owner, user.svcUserId)).not.toHaveProperty('removalsWaiting');
  expect(await statusesOf(user, 'p-1')).toEqual(['DELETED_ON_PROVIDER']);
  expect(await statusesOf(user, 'p-2')).toEqual(['ACTIVE']);
}, 120_000);
