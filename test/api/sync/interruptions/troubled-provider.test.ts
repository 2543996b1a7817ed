import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import type { Grower } from '../../../../domain/growers/grower.ts';
import { advance, control, idle, table } from '../../cloud.ts';
import { freshOwner } from '../../owner.ts';
import { tracesOf } from '../../users/erasure.ts';
import { type ConnectedUser, connectedUser, freshProvider, squareAt } from '../connected-user.ts';

const owner = await freshOwner();
const provider = await freshProvider();
/** Response to the first request of a round. */
const noOrganizations = { status: 200, body: '[]' };
const wholeFields = { customDataSync: false };

async function withField(): Promise<ConnectedUser> {
  const user = await connectedUser(owner, provider, wholeFields);
  user.account.putGrower('g-1', { name: 'Meadow' });
  user.account.putField('p-1', { name: 'Long Acre' });
  user.account.putBoundary('p-1', { id: 'b-1', active: true, geometry: squareAt(10) });
  return user;
}

/** The result of the user's last round. */
async function lastRound({ svcUserId }: ConnectedUser): Promise<{ problems: { code: string; message: string }[] }> {
  const { client, name } = table('fields');
  const Key = { pk: `${owner.owner.id}#${svcUserId}`, sk: 'link#JohnDeere' };
  const { Item } = await client.send(new GetCommand({ TableName: name, Key }));
  return Item?.lastRound as { problems: { code: string; message: string }[] };
}

const deadLetters = async () => {
  const { queues } = await control<{ queues: Record<string, { visible: number }> }>('GET', '/queues');
  return Object.entries(queues).find(([name]) => name.endsWith('field-syncs-dead'))?.[1].visible;
};

test.each([
  ['is down', { status: 503 }, /answered 503/, 61],
  ['asks for a later retry', { status: 429, headers: { 'retry-after': '120' } }, /too many requests/, 121],
])('a provider that %s is retried', async (_, failure, problem, seconds) => {
  const user = await withField();
  provider.failNext(failure);
  await user.sync();
  expect(await user.fields()).toEqual([]);
  expect((await lastRound(user)).problems).toMatchObject([
    { code: 'providerFailed', message: expect.stringMatching(problem) },
  ]);
  await advance({ seconds });
  await idle();
  expect(await user.field('p-1')).toMatchObject({ status: 'PROCESSED' });
  expect((await lastRound(user)).problems).toEqual([]);
});

test.each([
  ['refuses the account', { status: 401 }, /refuses the account/],
  ['redirects', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, /answered 302/],
  ['answers nonsense', { status: 200, body: '<html>' }, /not JSON/],
  ['answers something else', { status: 200, body: '{"changes":[{"id":7}]}' }, /malformed changes\.0/],
])('a provider that %s ends the round with a note, and not as a dead letter', async (_, failure, problem) => {
  const user = await withField();
  const before = await deadLetters();
  provider.failNext(noOrganizations, failure);
  await user.sync();
  expect((await lastRound(user)).problems).toMatchObject([
    { code: 'providerFailed', message: expect.stringMatching(problem) },
  ]);
  await advance({ minutes: 20 });
  await idle();
  expect(await deadLetters()).toBe(before);
  await user.sync();
  expect(await user.field('p-1')).toMatchObject({ status: 'PROCESSED' });
});

test('a provider that stays down ends the round with a note, too', async () => {
  const user = await withField();
  const before = await deadLetters();
  // Users of earlier tests may ask meanwhile as well.
  provider.failNext(...Array.from({ length: 60 }, () => ({ status: 500 })));
  await user.sync();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await advance({ seconds: 61 });
    await idle();
  }
  expect(await deadLetters()).toBe(before);
  expect((await lastRound(user)).problems.length).toBe(1);
  provider.forgetFailures();
});

test('a round that breaks off continues where it was', async () => {
  const user = await withField();
  for (let number = 2; number < 30; number += 1) user.account.putGrower(`g-${number}`, { name: `Grower ${number}` });
  const pages = provider.asked.length;
  provider.failNext(
    noOrganizations,
    { status: 200, body: JSON.stringify({ changes: [{ mark: '1', id: 'g-1', name: 'Meadow' }], next: '1' }) },
    { status: 503 },
  );
  await user.sync();
  await advance({ seconds: 61 });
  await idle();
  const asked = provider.asked.slice(pages).filter((path) => path.startsWith(`/${user.svcUserId}/growers`));
  expect(asked.slice(0, 3)).toEqual([
    `/${user.svcUserId}/growers`,
    `/${user.svcUserId}/growers?since=1`,
    `/${user.svcUserId}/growers?since=1`,
  ]);
  const growers = await owner.get<Grower[]>(`/services/fields/api/growers?svcUserId=${user.svcUserId}&size=100`);
  expect(growers.body.length).toBe(29);
});

test('a user deleted while fields arrive leaves nothing behind', async () => {
  const user = await withField();
  for (let number = 2; number < 40; number += 1) {
    user.account.putField(`p-${number}`, {});
    user.account.putBoundary(`p-${number}`, { id: `b-${number}`, active: true, geometry: squareAt(10 + number / 10) });
  }
  await owner.post(`/services/fields/api/users/${user.svcUserId}/fields/sync`);
  await owner.call('DELETE', `/services/usermanagement/api/users/${user.svcUserId}`);
  for (const minutes of [0, 15.1, 2.1]) {
    await advance({ minutes });
    await idle();
  }
  const kept = /^(users|requests) |^usage .*#erased-/;
  expect((await tracesOf(user.svcUserId)).filter((trace) => !kept.test(trace))).toEqual([]);
});
