import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { beforeAll, describe, expect, test } from 'vitest';
import { ownerSlots } from '../../../adapters/aws/dynamodb/leases/owner-slots.ts';
import { runningQueryStore } from '../../../adapters/aws/dynamodb/queries/running-query-store.ts';
import { newId } from '../../../adapters/system.ts';
import { limits } from '../../../domain/limits.ts';
import type { QueryRecord } from '../../../domain/query/query-record.ts';
import { advance, cloudClock, idle, queueUrl, sqs, sweep, table } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { queryNow, runQuery, sendQuery } from './query.ts';

/** `WORKERS_AT_ONCE` of the embedded cloud. */
const workersOfLaptop = 2;
const slots = ownerSlots(table('queries'), { clock: cloudClock, newId });
const store = runningQueryStore(table('queries'));

let owner: TestOwner;
beforeAll(async () => {
  owner = await freshOwner();
});

/** A query without a message. */
async function unsent(text = 'SELECT 1 AS x'): Promise<QueryRecord> {
  const now = cloudClock.now();
  const [createdTime = '', expiresTime = ''] = [now, now + 86_400_000].map((time) => new Date(time).toISOString());
  const query: QueryRecord = { id: newId(), kind: 'ROWS', status: 'QUEUED', createdTime, expiresTime };
  await store.create(owner.owner.id, query, text, now + 300_000);
  return query;
}

const sendMessage = ({ id }: QueryRecord) => {
  const MessageBody = JSON.stringify({ ownerId: owner.owner.id, queryId: id });
  return sqs.send(new SendMessageCommand({ QueueUrl: queueUrl('queries'), MessageBody }));
};

describe('an account', () => {
  test('runs a limited number of queries at once; more are refused for now, or wait if they are asynchronous', async () => {
    const taken = [];
    for (let slot = 0; slot < limits.queries; slot += 1) {
      taken.push(await slots.take(owner.owner.id, limits.queries, 20_000));
    }
    const refused = await runQuery(owner, 'SELECT 1 AS x');
    expect(expectProblem(refused, 429, 'rateLimited').detail).toContain('Prefer: respond-async');
    expect(refused.headers.get('retry-after')).toBe('2');
    expectProblem(await runQuery(owner, 'SELEC 1'), 400, 'syntaxError');
    const query = (await sendQuery(owner, 'SELECT 1 AS x')).body;
    await idle();
    expect((await queryNow(owner, query.id)).status).toBe('QUEUED');
    await taken[0]?.free();
    expect((await runQuery(owner, 'SELECT 1 AS x')).body).toEqual([{ x: 1 }]);
    for (const slot of taken) await slot?.free();
    await advance({ seconds: 3 });
    await idle();
    expect((await queryNow(owner, query.id)).status).toBe('SUCCEEDED');
  });

  test('gets back the slots of workers that died', async () => {
    for (let slot = 0; slot < limits.queries; slot += 1) await slots.take(owner.owner.id, limits.queries, 20_000);
    expect((await runQuery(owner, 'SELECT 1 AS x')).status).toBe(429);
    await advance({ seconds: 21 });
    expect((await runQuery(owner, 'SELECT 1 AS x')).status).toBe(200);
  });

  test('has slots for synchronous queries, however many asynchronous ones run', async () => {
    for (let slot = 0; slot < limits.asynchronousQueries; slot += 1)
      await slots.take(owner.owner.id, limits.asynchronousQueries, 20_000);
    expect(await slots.take(owner.owner.id, limits.asynchronousQueries, 20_000)).toBeUndefined();
    expect((await runQuery(owner, 'SELECT 1 AS x')).status).toBe(200);
    await advance({ seconds: 21 });
  });

  test('does not wait for others', async () => {
    const other = await freshOwner();
    for (let slot = 0; slot < limits.queries; slot += 1) await slots.take(owner.owner.id, limits.queries, 20_000);
    expect((await runQuery(other, 'SELECT 1 AS x')).status).toBe(200);
    await advance({ seconds: 21 });
  });

  test('whose query finds no slot for an hour gets the reason', async () => {
    for (let slot = 0; slot < limits.asynchronousQueries; slot += 1) {
      await slots.take(owner.owner.id, limits.asynchronousQueries, 2 * 60 * 60_000);
    }
    const query = (await sendQuery(owner, 'SELECT 1 AS x')).body;
    await advance({ minutes: 61 });
    await idle();
    expect((await queryNow(owner, query.id)).problem).toMatchObject({ status: 503, errorKey: 'neverBegun' });
    await advance({ minutes: 60 });
  });
});

test('where other accounts have all places, one query of an account that has nothing else runs, and those of one with many wait', async () => {
  const takeShared = () => slots.take('everyone', workersOfLaptop, 10 * 60_000);
  const taken = [];
  for (let slot = await takeShared(); slot; slot = await takeShared()) taken.push(slot);
  const many = await Promise.all(Array.from({ length: limits.asynchronousQueries + 1 }, () => unsent()));
  for (const query of many) await sendMessage(query);
  const stranger = await freshOwner();
  const { id } = (await sendQuery(stranger, 'SELECT 1 AS x')).body;
  await idle();
  expect((await queryNow(stranger, id)).status).toBe('SUCCEEDED');
  const statuses = async () => {
    const now = await Promise.all(many.map((query) => queryNow(owner, query.id)));
    return new Set(now.map(({ status }) => status));
  };
  expect(await statuses()).toEqual(new Set(['QUEUED']));
  for (const slot of taken) await slot.free();
  for (let look = 0; look < 5 && (await statuses()).has('QUEUED'); look += 1) {
    await advance({ seconds: 31 });
    await idle();
  }
  expect(await statuses()).toEqual(new Set(['SUCCEEDED']));
});

describe('slots', () => {
  test('are never taken beyond their number, however many requests come at once', async () => {
    const asked = await Promise.all(Array.from({ length: 30 }, () => slots.take('crowded', 10, 20_000)));
    const given = asked.flatMap((slot) => slot ?? []);
    expect(given.length).toBeGreaterThan(3);
    expect(given.length).toBeLessThanOrEqual(10);
    await Promise.all(given.map((slot) => slot.free()));
    for (let slot = 0; slot < 10; slot += 1) expect(await slots.take('crowded', 10, 20_000)).toBeDefined();
    expect(await slots.take('crowded', 10, 20_000)).toBeUndefined();
  });

  test('that have expired are not freed or extended by their former holder', async () => {
    const late = await slots.take('late', 1, 1_000);
    await advance({ seconds: 2 });
    const now = await slots.take('late', 1, 60_000);
    await late?.extend(600_000);
    await late?.free();
    expect(await slots.take('late', 1, 1_000)).toBeUndefined();
    await now?.extend(1_000);
    await advance({ seconds: 2 });
    expect(await slots.take('late', 1, 1_000)).toBeDefined();
  });
});

describe('a message', () => {
  test('that is delivered repeatedly runs its query once', async () => {
    const query = await unsent();
    await Promise.all([sendMessage(query), sendMessage(query), sendMessage(query)]);
    await idle();
    expect(await store.get(owner.owner.id, query.id)).toMatchObject({ query: { status: 'SUCCEEDED' }, attempts: 1 });
    const before = await queryNow(owner, query.id);
    await sendMessage(query);
    await idle();
    expect(await queryNow(owner, query.id)).toEqual(before);
  });

  test('that was lost is sent again by the sweep', async () => {
    const query = await unsent();
    await sweep();
    await idle();
    expect((await queryNow(owner, query.id)).status).toBe('QUEUED');
    await advance({ minutes: 6 });
    await sweep();
    await idle();
    expect((await queryNow(owner, query.id)).status).toBe('SUCCEEDED');
  });

  test('about a query that was cancelled, or never existed, does nothing', async () => {
    const query = await unsent();
    await owner.call('DELETE', `/services/pointlake/api/v2/queries/${query.id}`);
    await sendMessage(query);
    await sendMessage({ ...query, id: newId() });
    await idle();
    expect((await queryNow(owner, query.id)).status).toBe('CANCELLED');
  });
});

test('a run that was considered dead changes nothing any more', async () => {
  const { id } = await unsent();
  const of = owner.owner.id;
  const now = cloudClock.now();
  const at = { startedTime: new Date(now).toISOString(), deadline: now + 60_000, delivery: 'message#1' };
  expect((await store.begin(of, id, 'first', at))?.query.status).toBe('RUNNING');
  expect(await store.begin(of, id, 'twin', at)).toBeUndefined();
  expect(await store.extend(of, id, 'first', at.deadline)).toBe(true);
  expect(await store.waitAgain(of, id, 'first', at.deadline)).toBe(true);
  expect(await store.begin(of, id, 'second', { ...at, delivery: 'message#2' })).toMatchObject({
    run: 'second',
    attempts: 2,
  });
  const end = { status: 'SUCCEEDED' as const, endedTime: at.startedTime, rows: 0, bytes: 0, truncated: false };
  expect(await store.extend(of, id, 'first', at.deadline)).toBe(false);
  expect(await store.end(of, id, 'first', end)).toBe(false);
  expect(await store.end(of, id, 'second', end)).toBe(true);
  expect(await store.textOf(of, id)).toBeUndefined();
});

test('a delivery that starts a query again counts once, and not at all when it ran nothing of it', async () => {
  const { id } = await unsent();
  const of = owner.owner.id;
  const now = cloudClock.now();
  const at = (delivery: string) => ({ startedTime: new Date(now).toISOString(), deadline: now + 60_000, delivery });
  await store.begin(of, id, 'first', at('message#1'));
  await store.waitAgain(of, id, 'first', now + 60_000);
  expect(await store.begin(of, id, 'second', at('message#1'))).toMatchObject({ run: 'second', attempts: 1 });
  expect(await store.waitAgain(of, id, 'second', now + 60_000, 'message#1')).toBe(true);
  expect((await store.get(of, id))?.attempts).toBe(0);
  await store.cancel(of, id, new Date(now).toISOString());
});

test('an account can have at most a hundred queries waiting or running', async () => {
  const waiting = await Promise.all(Array.from({ length: 100 }, () => unsent()));
  const refused = await sendQuery(owner, 'SELECT 1 AS x');
  expectProblem(refused, 429, 'rateLimited');
  expect(refused.headers.get('retry-after')).toBe('30');
  for (const { id } of waiting) await store.cancel(owner.owner.id, id, new Date(cloudClock.now()).toISOString());
  expect((await sendQuery(owner, 'SELECT 1 AS x')).status).toBe(202);
});
