import {
  GetQueryExecutionCommand,
  GetQueryResultsCommand,
  StartQueryExecutionCommand,
  StopQueryExecutionCommand,
} from '@aws-sdk/client-athena';
import { describe, expect, test } from 'vitest';
import { athenaWorld, ownerId } from './athena-world.ts';

const succeeded = { state: 'SUCCEEDED' };

describe('a query', () => {
  test('runs in the workgroup, with its result under the owner’s own prefix', async () => {
    const { athena, states, pages, run } = athenaWorld();
    states({ state: 'QUEUED' }, { state: 'RUNNING' }, succeeded);
    pages([['c1'], ['5']]);
    expect(await run('SELECT COUNT(*) AS n FROM points')).toEqual([{ n: 5 }]);
    expect(athena.commandCalls(StartQueryExecutionCommand)[0]?.args[0].input).toMatchObject({
      WorkGroup: 'furrow-test-queries',
      QueryExecutionContext: { Database: 'furrow_test' },
      ResultConfiguration: { OutputLocation: 's3://files/exports/owner-a/queries/' },
      ResultReuseConfiguration: { ResultReuseByAgeConfiguration: { Enabled: false } },
    });
    expect(athena.commandCalls(GetQueryExecutionCommand)).toHaveLength(3);
    expect(athena.commandCalls(StopQueryExecutionCommand)).toHaveLength(0);
  });

  test('filters each scan by owner, generation and visible ingests', async () => {
    const moments = new Map([
      ['points', { gen: '7', hidden: ['one', 'two'], revision: 41 }],
      ['fields', { gen: '0', hidden: [], shown: ['three'] }],
    ]);
    const { asked, states, pages, run, athena } = athenaWorld(moments);
    states(succeeded);
    pages([['c1']]);
    await run('SELECT 1 FROM points, fields, files');
    const { QueryString } = athena.commandCalls(StartQueryExecutionCommand)[0]?.args[0].input ?? {};
    expect(QueryString).toContain(
      `"furrow_test"."points" WHERE "owner" = 'owner-a' AND "gen" = '7' AND "leftOut" IS NULL AND "ingestId" NOT IN ('one', 'two') AND coalesce(CAST(regexp_extract("$path", '[.]([0-9]+)[.]parquet$', 1) AS BIGINT) < 41, TRUE)`,
    );
    expect(QueryString).toContain(
      `"furrow_test"."fields" WHERE "owner" = 'owner-a' AND "gen" = '0' AND "ingestId" IN ('three')) AS`,
    );
    expect(QueryString).toContain(
      `"furrow_test"."files" WHERE "owner" = 'owner-a' AND "gen" = '0' AND "ingestId" IN ('')`,
    );
    expect(asked).toEqual([
      {
        ownerId,
        prefixes: [
          'lake/fields/owner=owner-a/gen=0/',
          'lake/files/owner=owner-a/gen=0/',
          'lake/points/owner=owner-a/gen=7/',
        ],
      },
    ]);
  });

  test('with another owner’s compilation is refused before credentials are requested', async () => {
    const { engine, compiled, asked } = athenaWorld();
    const query = await compiled('SELECT 1 FROM points');
    const rows = engine.rows('owner-b', query, new AbortController().signal);
    await expect(rows[Symbol.asyncIterator]().next()).rejects.toThrow('reads rows of owner-a');
    expect(asked).toEqual([]);
  });

  test('is read without its header, and its result is removed', async () => {
    const { states, pages, run, removed, downloaded } = athenaWorld();
    states(succeeded);
    pages([['c1'], ['1'], ['2']]);
    expect(await run('SELECT x FROM UNNEST([1, 2]) AS x')).toEqual([{ x: 1 }, { x: 2 }]);
    expect(downloaded).toEqual([]);
    expect(removed).toEqual(['exports/owner-a/queries/execution.csv']);
  });

  test('with more rows than a page is read from its file', async () => {
    const file = ['"c1","c2"', ...Array.from({ length: 3_000 }, (_, x) => `"${x}",`), '', ''].join('\n').slice(0, -1);
    const { athena, states, pages, run, downloaded } = athenaWorld(new Map(), file);
    states(succeeded);
    pages(
      [
        ['c1', 'c2'],
        ['0', null],
      ],
      [],
    );
    const rows = await run('SELECT x, CAST(NULL AS STRING) AS y FROM UNNEST(GENERATE_ARRAY(0, 2999)) AS x');
    expect([rows.length, rows[0], rows[2_999]]).toEqual([3_000, { x: 0, y: null }, { x: 2_999, y: null }]);
    expect(downloaded).toEqual(['exports/owner-a/queries/execution.csv']);
    expect(athena.commandCalls(GetQueryResultsCommand)).toHaveLength(1);
  });

  test('whose text exceeds Athena’s limit is refused', async () => {
    const { athena, run } = athenaWorld();
    // A character of three bytes.
    const long = `SELECT '${'世'.repeat(90_000)}' AS x`;
    await expect(run(long)).rejects.toMatchObject({ status: 400, errorKey: 'queryTooComplex' });
    expect(athena.commandCalls(StartQueryExecutionCommand)).toHaveLength(0);
  });
});

describe('a query that is stopped', () => {
  test('is stopped in Athena, and fails with the reason', async () => {
    const { athena, states, run } = athenaWorld();
    states({ state: 'RUNNING' });
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('took too long')), 300);
    await expect(run('SELECT 1 AS x', controller.signal)).rejects.toThrow('took too long');
    expect(athena.commandCalls(StopQueryExecutionCommand).map(({ args }) => args[0].input)).toEqual([
      { QueryExecutionId: 'execution' },
    ]);
  });

  test('before it started is never started', async () => {
    const { athena, run } = athenaWorld();
    await expect(run('SELECT 1 AS x', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(athena.commandCalls(StartQueryExecutionCommand)).toHaveLength(0);
  });
});

describe('Athena’s message for a failed query', () => {
  const failed = async (state: string, reason: string) => {
    const { states, run } = athenaWorld();
    states({ state, reason });
    return run('SELECT 1 AS x').then(
      () => undefined,
      (error: Error & { status?: number; errorKey?: string }) => error,
    );
  };

  test.each([
    ['DIVISION_BY_ZERO: Division by zero', 'divisionByZero'],
    ["INVALID_CAST_ARGUMENT: Cannot cast 'division by zero' to BIGINT", 'divisionByZero'],
    ['GENERIC_INTERNAL_ERROR: / by zero', 'divisionByZero'],
    ["INVALID_CAST_ARGUMENT: Cannot cast 'corn' to BIGINT", 'invalidCast'],
    ["INVALID_CAST_ARGUMENT: Cannot cast 'a sum is too large' to DOUBLE", 'invalidCast'],
    ['NUMERIC_VALUE_OUT_OF_RANGE: bigint addition overflow: 9223372036854775807 + 1', 'invalidCast'],
    ['SUBQUERY_MULTIPLE_ROWS: Scalar sub-query has returned multiple rows', 'invalidQuery'],
    ['INVALID_FUNCTION_ARGUMENT: Array subscript must be less than or equal to array length: 5 > 2', 'invalidQuery'],
    ["INVALID_CAST_ARGUMENT: Cannot cast 'array index is out of bounds' to BIGINT", 'invalidQuery'],
    ["INVALID_CAST_ARGUMENT: Cannot cast 'a recursion takes at most 10 steps' to BIGINT", 'limitExceeded'],
    ['INVALID_FUNCTION_ARGUMENT: result of sequence function must not have more than 10000 entries', 'limitExceeded'],
    ['INVALID_FUNCTION_ARGUMENT: Invalid WKT: POLYGON((', 'invalidGeography'],
    ['NOT_SUPPORTED: Given correlated subquery is not supported', 'unsupportedFeature'],
    ['Query exhausted resources at this scale factor', 'limitExceeded'],
    ['EXCEEDED_LOCAL_MEMORY_LIMIT: Query exceeded per-node memory limit', 'limitExceeded'],
    ['statement is too large (stack overflow while parsing)', 'queryTooComplex'],
  ])('%s is a problem of the query', async (reason, errorKey) => {
    const error = await failed('FAILED', reason);
    expect(error).toMatchObject({ status: 400, errorKey });
    expect(error?.message).not.toContain(reason);
  });

  test('about reading too much is reported as such', async () => {
    const error = await failed('CANCELLED', 'Bytes scanned limit was exceeded');
    expect(error).toMatchObject({ status: 400, errorKey: 'limitExceeded' });
    expect(error?.message).toContain('reads more');
  });

  test.each(['SYNTAX_ERROR: line 1:8: mismatched input', 'PERMISSION_DENIED: Access denied', 'COLUMN_NOT_FOUND: c1'])(
    '%s is our own error',
    async (reason) => {
      const error = await failed('FAILED', reason);
      expect(error?.status).toBeUndefined();
    },
  );

  test('a query that was cancelled elsewhere may be retried', async () => {
    expect(await failed('CANCELLED', 'Query cancelled by user')).toMatchObject({ status: 503 });
  });

  test('too many queries at once are refused with a time to wait', async () => {
    const { athena, run } = athenaWorld();
    const error = Object.assign(new Error('Rate exceeded'), { name: 'TooManyRequestsException' });
    athena.on(StartQueryExecutionCommand).rejects(error);
    await expect(run('SELECT 1 AS x')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
  });
});
