import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { newId } from '../../../adapters/system.ts';
import type { ServiceUser } from '../../../domain/users/service-user.ts';
import { advance, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { usersPath } from './user.ts';

const owner = await freshOwner();
const ada = { name: 'Ada', email: 'ada@example.com' };

function create(
  key: string,
  members: object = ada,
  { by = owner, path = usersPath }: { by?: TestOwner; path?: string } = {},
) {
  return by.post<ServiceUser>(path, members, { headers: { 'idempotency-key': key } });
}
const count = async (by = owner) => Number((await by.get(usersPath)).headers.get('x-total-count'));

test('a request repeated with its key gets the same response, and is executed once', async () => {
  const before = await count();
  const [first, second] = [await create('once'), await create('once')];
  expect([second.status, second.body]).toEqual([201, first.body]);
  expect(second.headers.get('location')).toBe(first.headers.get('location'));
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  expect(await count()).toBe(before + 1);
});

test('another body with the same key is refused', async () => {
  await create('reused');
  expectProblem(await create('reused', { ...ada, name: 'Bob' }), 409, 'idempotencyKeyReused');
});

test('of concurrent requests one is executed, and the others wait or get its response', async () => {
  const before = await count();
  const answers = await Promise.all(Array.from({ length: 6 }, () => create('at once')));
  for (const answer of answers) {
    if (answer.status === 201) continue;
    expectProblem(answer, 409, 'idempotencyKeyInProgress');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(50);
  }
  expect(await count()).toBe(before + 1);
  expect((await create('at once')).status).toBe(201);
});

test('a key whose first request never ended says how long it stays locked, and can be used again after that', async () => {
  const Key = { pk: `answer#${owner.owner.id}#createUser#locked`, sk: 'answer' };
  await create('locked');
  const { client, name } = table('requests');
  // As if its run had made nothing: the next one makes a user with another id.
  const UpdateExpression = 'SET firstToken = :other REMOVE answer';
  const ExpressionAttributeValues = { ':other': newId() };
  await client.send(new UpdateCommand({ TableName: name, Key, UpdateExpression, ExpressionAttributeValues }));
  const wait = async () => {
    const answer = await create('locked');
    expectProblem(answer, 409, 'idempotencyKeyInProgress');
    return Number(answer.headers.get('retry-after'));
  };
  const first = await wait();
  expect(first).toBeGreaterThan(30);
  expect(first).toBeLessThanOrEqual(60);
  await advance({ seconds: 20 });
  const second = await wait();
  expect(second).toBeLessThanOrEqual(first - 20);
  await advance({ seconds: second });
  expectProblem(await create('locked', { ...ada, name: 'Bob' }), 409, 'idempotencyKeyReused');
  expect((await create('locked')).status).toBe(201);
});

test('a response that is too large to be stored is repeated whole', async () => {
  const { body: user } = await create('with a field');
  const corner = (turn: number) => [9 + 0.005 * Math.cos(turn), 51 + 0.005 * Math.sin(turn)];
  const outline = Array.from({ length: 12_000 }, (_, index) => corner((index / 12_000) * 2 * Math.PI));
  const geometry = { type: 'Polygon', coordinates: [[...outline, outline[0]]] };
  const path = `/services/fields/api/users/${user.id}/fields`;
  const [first, second] = [
    await create('round', { geometry }, { path }),
    await create('round', { geometry }, { path }),
  ];
  expect(JSON.stringify(first.body).length).toBeGreaterThan(300_000);
  expect([second.status, second.headers.get('location')]).toEqual([201, first.headers.get('location')]);
  expect(second.body).toEqual(first.body);
  expect(second.headers.get('idempotency-replayed')).toBe('true');
});

test('another owner may use the same key', async () => {
  const other = await freshOwner();
  const [first, second] = [await create('shared'), await create('shared', ada, { by: other })];
  expect(second.status).toBe(201);
  expect(second.body.id).not.toBe(first.body.id);
});

test('a refused request does not use up its key', async () => {
  expectProblem(await create('corrected', { name: 'Ada' }), 400);
  const taken = { ...ada, externalId: crypto.randomUUID() };
  await create('first', taken);
  expectProblem(await create('corrected', taken), 409, 'externalIdTaken');
  expect((await create('corrected')).status).toBe(201);
});

test('a key expires after 24 hours', async () => {
  const first = await create('old');
  await advance({ minutes: 24 * 60 + 1 });
  const second = await create('old');
  expect([second.status, second.headers.has('idempotency-replayed')]).toEqual([201, false]);
  expect(second.body.id).not.toBe(first.body.id);
});

test('a key has 1 to 255 characters', async () => {
  expectProblem(await create('x'.repeat(256)), 400);
  expectProblem(await create(''), 400);
  expect((await create('x'.repeat(255))).status).toBe(201);
});
