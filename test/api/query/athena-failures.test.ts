import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { advance, cloud, control, idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { cancelled, type FailingAthena, failed, failingAthena, running, succeeded } from './failing-athena.ts';
import { queryNow, queryService, queryTime, runQuery, sendQuery } from './query.ts';

const functions = ['query', 'run-queries'];
const variables = (values: object) =>
  Promise.all(functions.map((name) => control('POST', `/functions/${name}/variables`, values)));

let athena: FailingAthena;
let owner: TestOwner;
beforeAll(async () => {
  athena = await failingAthena();
  owner = await freshOwner();
  await variables({ QUERY_ENGINE: 'athena', AWS_ENDPOINT_URL_ATHENA: athena.endpoint });
});
afterAll(async () => {
  await variables({ QUERY_ENGINE: 'duckdb', AWS_ENDPOINT_URL_ATHENA: cloud.endpoints.services.athena });
  athena.close();
});
beforeEach(() => {
  athena.calls.length = 0;
  athena.script = {};
});

const busy = { error: 'TooManyRequestsException' };
const expired = { error: 'ExpiredTokenException' };
const broken = { error: 'InternalServerException', status: 500 };
const rows = { ResultSet: { Rows: [{ Data: [{ VarCharValue: 'v0' }] }, { Data: [{ VarCharValue: '1' }] }] } };
const ask = () => runQuery(owner, 'SELECT 1 AS x');
const missing = { error: 'InvalidRequestException', message: 'Could not find results' };

describe('Athena that', () => {
  test.each([
    ['is busy when a query begins', { StartQueryExecution: [busy] }],
    ['is busy when its result is read', { GetQueryExecution: [succeeded], GetQueryResults: [busy] }],
    ['is broken when a query begins', { StartQueryExecution: [broken] }],
    ['finds the session expired', { StartQueryExecution: [expired] }],
    ['finds the session expired while the query runs', { GetQueryExecution: [running, expired] }],
    ['cancels the query', { GetQueryExecution: [cancelled('Query was cancelled by Athena')] }],
    ['fails by itself', { GetQueryExecution: [failed('GENERIC_INTERNAL_ERROR: node left', true)] }],
    ['is slowed down by S3', { GetQueryExecution: [failed('HIVE_CANNOT_OPEN_SPLIT: SlowDown: reduce your rate')] }],
    ['has lost a file', { GetQueryExecution: [failed('HIVE_CANNOT_OPEN_SPLIT: NoSuchKey: does not exist')] }],
    ['has lost the result', { GetQueryExecution: [succeeded], GetQueryResults: [missing] }],
    ['has lost a long result', { GetQueryExecution: [succeeded], GetQueryResults: [{ ...rows, NextToken: 't' }] }],
  ])('%s is reported as unavailable for now', async (_, script) => {
    athena.script = script;
    const answer = await ask();
    const { detail } = expectProblem(answer, 503);
    expect(detail).not.toMatch(/secret|Athena|S3|token/);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    athena.script = { GetQueryExecution: [succeeded], GetQueryResults: [rows] };
    expect((await ask()).body).toEqual([{ x: 1 }]);
  });

  test.each([
    ['is busy', busy],
    ['is broken', broken],
  ])('%s while a query runs is retried', async (_, error) => {
    athena.script = { GetQueryExecution: [...Array(5).fill(error), succeeded], GetQueryResults: [rows] };
    expect((await ask()).body).toEqual([{ x: 1 }]);
  });

  test('is not called for a text that is too long for it', async () => {
    const { errorKey } = expectProblem(await runQuery(owner, `SELECT '${'世'.repeat(90_000)}' AS x`), 400);
    expect([errorKey, athena.calls]).toEqual(['queryTooComplex', []]);
  });

  test('fails with an unexpected error is answered with 500, and its query is stopped', async () => {
    athena.script = { GetQueryExecution: [running, { error: 'AccessDeniedException' }] };
    expectProblem(await ask(), 500, 'internal');
    expect(athena.calls.at(-1)).toBe('StopQueryExecution');
  });

  test('runs for too long is stopped', async () => {
    await queryTime(3_000);
    athena.script = { GetQueryExecution: [running] };
    const answer = await ask().finally(() => queryTime());
    expectProblem(answer, 504);
    expect(athena.calls).toContain('StopQueryExecution');
  });

  test('loses the files of an export is reported as unavailable for now', async () => {
    athena.script = { GetQueryExecution: [succeeded] };
    const headers = { 'content-type': 'text/plain' };
    const body = 'SELECT ST_GEOGPOINT(1, 2) AS place';
    const answer = await owner.call('POST', `${queryService}/export-query-geoparquet`, { body, headers });
    expectProblem(answer, 503);
  });

  test('is busy is retried again and again for an asynchronous query', async () => {
    athena.script = { StartQueryExecution: [...Array(8).fill(busy), { QueryExecutionId: 'q' }] };
    Object.assign(athena.script, { GetQueryExecution: [succeeded], GetQueryResults: [rows] });
    const { id } = (await sendQuery(owner, 'SELECT 1 AS x')).body;
    for (let turn = 0; turn < 2; turn += 1) {
      await idle();
      expect((await queryNow(owner, id)).status).toBe('QUEUED');
      await advance({ seconds: 31 });
    }
    await idle();
    expect(await queryNow(owner, id)).toMatchObject({ status: 'SUCCEEDED', rows: 1 });
  }, 120_000);
});
