import { setTimeout } from 'node:timers/promises';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { advance, bucket, control, files, idle, sweepMeanwhile } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { endedQuery, endless, queryNow, queryService, type ShownQuery, sendQuery } from './query.ts';

const pathOf = ({ id }: { id: string }) => `${queryService}/queries/${id}`;

let owner: TestOwner;
beforeAll(async () => {
  owner = await freshOwner();
});
const sent: ShownQuery[] = [];
afterEach(async () => {
  for (const query of sent.splice(0)) await owner.call('DELETE', pathOf(query));
});

async function send(sql: string): Promise<ShownQuery> {
  const { body } = await sendQuery(owner, sql);
  sent.push(body);
  return body;
}

/** Polls a query until it has a status, as clients do. */
async function whenIt({ id }: { id: string }, is: ShownQuery['status']): Promise<ShownQuery> {
  for (let look = 0; look < 150; look += 1) {
    const query = await queryNow(owner, id);
    if (query.status === is) return query;
    await setTimeout(100);
  }
  throw new Error(`the query ${id} is ${(await queryNow(owner, id)).status}, not ${is}`);
}

const killWorker = () => control<{ killed: boolean }>('POST', '/functions/run-queries/kill');

describe('a query that is cancelled', () => {
  test('while it runs ends within seconds, for good', async () => {
    const query = await send(endless);
    await whenIt(query, 'RUNNING');
    for (const time of ['first', 'second']) {
      expect([time, (await owner.call('DELETE', pathOf(query))).status]).toEqual([time, 204]);
      expect(await queryNow(owner, query.id)).toMatchObject({ status: 'CANCELLED', endedTime: expect.anything() });
    }
    const before = performance.now();
    await idle();
    expect(performance.now() - before).toBeLessThan(30_000);
    expect((await queryNow(owner, query.id)).status).toBe('CANCELLED');
    expectProblem(await owner.get(`${pathOf(query)}/results`), 409, 'queryCancelled');
    expect(await kept()).toEqual([]);
  });

  test('while its rows are written leaves none behind', async () => {
    const rows = 'UNNEST(GENERATE_ARRAY(1, 1000000))';
    const query = await send(`SELECT a, b, REPEAT('x', 50) AS t FROM ${rows} AS a, ${rows} AS b`);
    await whenIt(query, 'RUNNING');
    while ((await beingWritten()).length === 0) await setTimeout(50);
    expect((await owner.call('DELETE', pathOf(query))).status).toBe(204);
    await idle();
    expect([await kept(), await beingWritten()]).toEqual([[], []]);
  });

  test('when it has ended stays as it is', async () => {
    const { id } = await endedQuery(owner, 'SELECT 1 AS x');
    expect((await owner.call('DELETE', pathOf({ id }))).status).toBe(204);
    expect((await queryNow(owner, id)).status).toBe('SUCCEEDED');
  });
});

/** Uploads to the bucket of which only parts have been written. */
async function beingWritten(): Promise<string[]> {
  const { Uploads = [] } = await bucket.client.send(new ListMultipartUploadsCommand({ Bucket: bucket.name }));
  return Uploads.flatMap(({ Key = '' }) => (Key.includes(owner.owner.id) ? [Key] : []));
}

async function kept(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of files.list(`exports/${owner.owner.id}/`)) keys.push(key);
  return keys;
}

describe('a query whose worker dies', () => {
  test('is run once more, and fails when its second worker dies too', async () => {
    const query = await send(endless);
    for (const attempt of [1, 2]) {
      await whenIt(query, 'RUNNING');
      expect([attempt, await killWorker()]).toEqual([attempt, { killed: true }]);
      expect((await queryNow(owner, query.id)).status).toBe('RUNNING');
      expectProblem(await owner.get(`${pathOf(query)}/results`), 409, 'queryNotEnded');
      await advance({ seconds: 61 });
      await sweepMeanwhile();
    }
    const { problem } = await whenIt(query, 'FAILED');
    expect(problem).toMatchObject({ status: 503, errorKey: 'givenUp', detail: expect.stringContaining('Narrow') });
    // The message that was received before the first death returns when its visibility times out.
    await advance({ minutes: 17 });
    await idle();
    expect((await queryNow(owner, query.id)).status).toBe('FAILED');
  });
});

describe('a result', () => {
  test('is deleted after a day', async () => {
    const { id } = await endedQuery(owner, 'SELECT 1 AS x');
    await advance({ days: 1 });
    for (const part of ['', '/results', '/download']) {
      expectProblem(await owner.get(`${pathOf({ id })}${part}`), 404, 'queryNotFound');
    }
    await control('POST', '/lifecycle/apply');
    await control('POST', '/dynamodb/expire');
    await advance({ days: 1 });
    await control('POST', '/lifecycle/apply');
    expect(await kept()).toEqual([]);
  });

  test('is deleted when a user is erased, whose points it may hold', async () => {
    const { id: svcUserId } = await freshUser(owner);
    const { id } = await endedQuery(owner, 'SELECT 1 AS x');
    await owner.call('DELETE', `/services/usermanagement/api/users/${svcUserId}`);
    await idle();
    expectProblem(await owner.get(`${pathOf({ id })}/results`), 410, 'queryResultGone');
    expectProblem(await owner.get(`${pathOf({ id })}/download`), 410, 'queryResultGone');
    expect(await queryNow(owner, id)).toMatchObject({ status: 'SUCCEEDED', rows: 1 });
  });
});
