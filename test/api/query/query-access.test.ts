import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cloud, idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { endless, queryNow, queryService, runQuery, sendQuery } from './query.ts';

const text = { 'content-type': 'text/plain' };

describe('an account without permission', () => {
  test('neither runs a query nor reads one', async () => {
    const owner = await freshOwner({ permissions: [] });
    for (const [method, path] of [
      ['POST', '/query'],
      ['GET', '/query?sql=SELECT+1'],
      ['GET', '/tables'],
      ['GET', `/queries/${crypto.randomUUID()}`],
      ['GET', `/queries/${crypto.randomUUID()}/results`],
      ['GET', `/queries/${crypto.randomUUID()}/download`],
      ['DELETE', `/queries/${crypto.randomUUID()}`],
    ] as const) {
      const sent = method === 'POST' ? { body: 'SELECT 1', headers: text } : {};
      const answer = await owner.call(method, `${queryService}${path}`, sent);
      expect(expectProblem(answer, 403, 'forbidden').detail).toContain('query:read');
    }
  });

  test('to query can still export, synchronously and asynchronously', async () => {
    const owner = await freshOwner({ permissions: ['query:export'] });
    expectProblem(await runQuery(owner, 'SELECT 1'), 403, 'forbidden');
    const exported = { body: 'SELECT ST_GEOGPOINT(1, 2) AS g', headers: text };
    const path = `${queryService}/export-query-geoparquet`;
    expect((await owner.call('POST', path, exported)).status).toBe(200);
    const sent = { ...exported, headers: { ...text, prefer: 'respond-async' } };
    const { id } = (await owner.call<{ id: string }>('POST', path, sent)).body;
    await idle();
    expect(await queryNow(owner, id)).toMatchObject({ status: 'SUCCEEDED', rows: 1 });
  });

  test('exports nothing', async () => {
    const owner = await freshOwner({ permissions: ['query:read'] });
    const exported = { body: 'SELECT ST_GEOGPOINT(1, 2) AS g', headers: text };
    for (const prefer of ['', 'respond-async']) {
      const sent = { ...exported, headers: { ...text, prefer } };
      expectProblem(await owner.call('POST', `${queryService}/export-query-geoparquet`, sent), 403, 'forbidden');
    }
    expect((await runQuery(owner, 'SELECT 1 AS x')).status).toBe(200);
  });
});

test('a query that takes too long is answered within 25 seconds, and one whose client has gone ends as early', async () => {
  const [owner, leaving] = [await freshOwner(), await freshOwner()];
  const headers = { ...text, authorization: `Bearer ${await leaving.token('id')}` };
  const left = fetch(`${cloud.baseUrl}${queryService}/query`, {
    method: 'POST',
    body: endless,
    headers,
    signal: AbortSignal.timeout(1_000),
  });
  const before = performance.now();
  const [answer] = await Promise.all([runQuery(owner, endless), expect(left).rejects.toThrow()]);
  expect(performance.now() - before).toBeLessThan(25_000);
  const problem = expectProblem(answer, 504, 'timeout');
  expect(problem).toMatchObject({
    code: 'timeout',
    detail: expect.stringMatching(/23 seconds.*fieldIds.*respond-async/),
  });
  await idle();
  expect((await runQuery(leaving, 'SELECT 1 AS x')).status).toBe(200);
});

test('the log identifies each query by a hash, and contains nothing of its text', async () => {
  const owner = await freshOwner();
  const secret = crypto.randomUUID();
  const queries = [`SELECT '${secret}' AS x`, `SELECT CAST('${secret}' AS INT64) AS x`];
  for (const sql of queries) {
    await runQuery(owner, sql);
    await sendQuery(owner, sql);
  }
  await idle();
  const log = readFileSync(cloud.logFile, 'utf8');
  expect(log).not.toContain(secret);
  for (const sql of queries) {
    const hash = createHash('sha256').update(sql).digest('hex').slice(0, 16);
    expect(log.split('\n').filter((line) => line.includes(`"query":"${hash}"`))).toHaveLength(2);
  }
});
