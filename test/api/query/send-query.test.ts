import { beforeAll, describe, expect, test } from 'vitest';
import { cloud, idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner, request, type TestOwner } from '../owner.ts';
import { endedQuery, type Harvested, harvested, queryNow, queryService, type Row, sendQuery } from './query.ts';

let world: Harvested;
let owner: TestOwner;
beforeAll(async () => {
  world = await harvested();
  ({ owner } = world);
});

const sql = 'SELECT operationType, COUNT(*) AS points FROM points GROUP BY operationType';

describe('an asynchronous query', () => {
  test('keeps the preference for a cut result', async () => {
    const sent = await sendQuery(owner, sql, { headers: { prefer: 'respond-async, handling=lenient' } });
    expect([sent.status, sent.headers.get('preference-applied'), sent.body.handling]).toEqual([
      202,
      'respond-async, handling=lenient',
      'lenient',
    ]);
    await idle();
  });

  test('has a URL at once, and rows when it has ended', async () => {
    const sent = await sendQuery(owner, sql);
    expect([sent.status, sent.headers.get('preference-applied')]).toEqual([202, 'respond-async']);
    const { id, status, kind } = sent.body;
    expect([status, kind]).toEqual(['QUEUED', 'ROWS']);
    expect(sent.headers.get('location')).toBe(`${cloud.baseUrl}${queryService}/queries/${id}`);
    await idle();
    const ended = await queryNow(owner, id);
    const { createdTime = '', startedTime = '', endedTime = '', downloadResults = '' } = ended;
    expect(ended).toMatchObject({ id, kind: 'ROWS', status: 'SUCCEEDED', rows: 1, truncated: false });
    expect([createdTime, startedTime, endedTime]).toEqual([createdTime, startedTime, endedTime].sort());
    expect(Date.parse(ended.expiresTime) - Date.parse(createdTime)).toBe(24 * 60 * 60_000);
    const page = await owner.get<Row[]>(`${queryService}/queries/${id}/results`);
    expect([page.status, page.headers.get('x-total-count')]).toEqual([200, '1']);
    expect(page.body).toEqual([{ operationType: 'harvested', points: 100 }]);
    const link = await owner.get<{ url: string; expiresAt: string }>(downloadResults, {
      headers: { accept: 'application/vnd.furrow.link+json' },
    });
    expect(link.status).toBe(200);
    const whole = await (await fetch(link.body.url)).text();
    expect(JSON.parse(whole)).toEqual(page.body);
    expect(whole.length).toBe(ended.bytes);
  });

  test('may be sent in a URL, and may be an export', async () => {
    const inAddress = await owner.get<{ id: string }>(`${queryService}/query?sql=${encodeURIComponent(sql)}`, {
      headers: { prefer: 'wait=5, respond-async' },
    });
    const exported = await owner.call<{ id: string }>('POST', `${queryService}/export-query-geoparquet`, {
      body: 'SELECT geometry, crop FROM points',
      headers: { 'content-type': 'text/plain', prefer: 'respond-async' },
    });
    expect([inAddress.status, exported.status]).toEqual([202, 202]);
    await idle();
    expect(await queryNow(owner, inAddress.body.id)).toMatchObject({ status: 'SUCCEEDED', rows: 1 });
    const { id } = exported.body;
    const ended = await queryNow(owner, id);
    expect(ended).toMatchObject({ kind: 'GEOPARQUET', status: 'SUCCEEDED', rows: 100 });
    const { status, headers } = await owner.get(ended.downloadResults ?? '');
    expect(status).toBe(303);
    const file = Buffer.from(await (await fetch(headers.get('location') ?? '')).arrayBuffer());
    expect([file.length, file.subarray(0, 4).toString()]).toEqual([ended.bytes, 'PAR1']);
    expectProblem(await owner.get(`${queryService}/queries/${id}/results`), 409, 'queryIsExport');
  });

  test('without rows has an empty result', async () => {
    const { id, ...ended } = await endedQuery(owner, "SELECT crop FROM points WHERE crop = 'rice'");
    expect(ended).toMatchObject({ status: 'SUCCEEDED', rows: 0 });
    expect(ended).not.toHaveProperty('downloadResults');
    const page = await owner.get(`${queryService}/queries/${id}/results`);
    expect([page.status, page.body]).toEqual([200, []]);
    expect((await owner.get(`${queryService}/queries/${id}/download`)).status).toBe(204);
  });

  test('sees the time at which it was sent', async () => {
    const { id, createdTime } = await endedQuery(owner, 'SELECT CURRENT_TIMESTAMP() AS t');
    expect((await owner.get(`${queryService}/queries/${id}/results`)).body).toEqual([{ t: createdTime }]);
  });

  test('is started once for each Idempotency-Key, which synchronous queries ignore', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const [first, second] = [await sendQuery(owner, sql, { headers }), await sendQuery(owner, sql, { headers })];
    expect([second.status, second.body.id]).toEqual([202, first.body.id]);
    expectProblem(await sendQuery(owner, 'SELECT 1 AS x', { headers }), 409, 'idempotencyKeyReused');
    const waitedFor = { body: 'SELECT 2 AS x', headers: { ...headers, 'content-type': 'text/plain' } };
    expect((await owner.call('POST', `${queryService}/query`, waitedFor)).body).toEqual([{ x: 2 }]);
  });
});

describe('errors of a query', () => {
  test('are returned at once when they are known', async () => {
    const problem = expectProblem(await sendQuery(owner, 'SELECT wetMassPerAera FROM points'), 400, 'unknownColumn');
    expect(problem).toMatchObject({ line: 1, column: 8, suggestion: 'wetMassPerArea' });
  });

  test('are shown by the query otherwise, in the words of a response', async () => {
    const { id, status, problem } = await endedQuery(owner, 'SELECT 1 / (COUNT(*) - 100) AS x FROM points');
    expect(status).toBe('FAILED');
    const answered = await owner.call<object>('POST', `${queryService}/query`, {
      body: 'SELECT 1 / (COUNT(*) - 100) AS x FROM points',
      headers: { 'content-type': 'text/plain' },
    });
    expect(answered.body).toMatchObject(problem ?? {});
    expect(problem).toMatchObject({ status: 400, errorKey: 'divisionByZero', code: 'division_by_zero' });
    for (const part of ['results', 'download']) {
      expectProblem(await owner.get(`${queryService}/queries/${id}/${part}`), 409, 'queryFailed');
    }
  });
});

describe('another owner', () => {
  test('cannot find a query, which looks like an unknown one', async () => {
    const { id } = await endedQuery(owner, sql);
    const other = await freshOwner();
    for (const [method, part] of [
      ['GET', ''],
      ['GET', '/results'],
      ['GET', '/download'],
      ['DELETE', ''],
    ] as const) {
      const foreign = expectProblem(
        await other.call(method, `${queryService}/queries/${id}${part}`),
        404,
        'queryNotFound',
      );
      const unknown = crypto.randomUUID();
      const none = await owner.call(method, `${queryService}/queries/${unknown}${part}`);
      expect(expectProblem(none, 404, 'queryNotFound').detail.replace(unknown, id)).toBe(foreign.detail);
    }
    expect((await queryNow(owner, id)).status).toBe('SUCCEEDED');
    expectProblem(await request('GET', `${queryService}/queries/${id}`), 401);
  });
});
