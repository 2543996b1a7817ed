import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  AthenaClient,
  GetQueryExecutionCommand,
  GetQueryResultsCommand,
  StartQueryExecutionCommand,
  StopQueryExecutionCommand,
} from '@aws-sdk/client-athena';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import * as duckDb from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionPolicy } from '../../../adapters/aws/athena/session-policy.ts';
import { type AthenaEngine, startAthena } from '../../../local/athena/start-athena.ts';
import { movableClock } from '../../../local/clock.ts';
import { credentials, region } from '../../../local/credentials.ts';
import { type S3Engine, startS3 } from '../../../local/s3/index.ts';
import { type StsEngine, startSts } from '../../../local/sts/start-sts.ts';
import { duckDbCaps } from '../../duckdb-caps.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const dir = temporaryFolder('athena');
const clock = movableClock();
const own = 'lake/points/owner=a/gen=1/';
let s3: S3Engine;
let sts: StsEngine;
let engine: AthenaEngine;
let objects: S3Client;
let athena: AthenaClient;

beforeAll(async () => {
  const at = (name: string) => ({ dir: join(dir, name), host: '127.0.0.1', clock });
  sts = await startSts(at('sts'));
  s3 = await startS3({ ...at('s3'), credentials, secretFor: sts.secretFor, notify: async () => {} });
  engine = await startAthena({
    ...at('athena'),
    s3Endpoint: s3.endpoint,
    bucketsFolder: join(dir, 's3'),
    sessionFor: sts.sessionFor,
  });
  for (const name of ['lake', 'files']) await s3.ensureBucket({ name, cors: [], notifications: [], lifecycle: [] });
  engine.ensureLake({
    workGroups: [
      { name: 'queries', isEnforced: false, maxBytesScanned: 1_000_000 },
      { name: 'small', isEnforced: false, maxBytesScanned: 10 },
      { name: 'enforced', isEnforced: true, output: 's3://files/elsewhere/' },
    ],
    tables: [
      {
        database: 'store',
        name: 'points',
        columns: [
          { name: 'fileid', type: 'string' },
          { name: 'fieldids', type: 'array<string>' },
          { name: 'added', type: 'struct<a:bigint,b:array<double>>' },
        ],
        injected: ['owner', 'gen'],
        location: `s3://lake/lake/points/owner=\${owner}/gen=\${gen}/`,
      },
    ],
  });
  objects = new S3Client({ endpoint: s3.endpoint, region, credentials, forcePathStyle: true });
  const connection = await (await duckDb.DuckDBInstance.create(':memory:', duckDbCaps)).connect();
  for (const [owner, word] of [
    ['a', 'mine'],
    ['b', 'SECRET'],
  ]) {
    const path = join(dir, `${owner}.parquet`);
    await connection.run(`COPY (SELECT '${word}' AS "fileId", ['x'] AS "fieldIds", 1 AS unknown) TO '${path}'`);
    for (const gen of [1, 2]) {
      const Key = `lake/points/owner=${owner}/gen=${gen}/f.parquet`;
      await objects.send(new PutObjectCommand({ Bucket: 'lake', Key, Body: readFileSync(path) }));
    }
  }
  athena = await clientFor([own]);
});

afterAll(async () => {
  await engine.close();
  await s3.close();
  await sts.close();
});

/** A client with the session policy of the adapter. */
async function clientFor(prefixes: string[]): Promise<AthenaClient> {
  const Policy = sessionPolicy('a', prefixes, { partition: 'aws', lakeBucket: 'lake', resultsBucket: 'files' });
  const { Credentials: given } = await new STSClient({ endpoint: sts.endpoint, region, credentials }).send(
    new AssumeRoleCommand({ RoleArn: 'arn:aws:iam::000000000000:role/queries', RoleSessionName: 'owner', Policy }),
  );
  return new AthenaClient({
    endpoint: engine.endpoint,
    region,
    credentials: {
      accessKeyId: given?.AccessKeyId ?? '',
      secretAccessKey: given?.SecretAccessKey ?? '',
      sessionToken: given?.SessionToken ?? '',
    },
  });
}

async function start(
  sql: string,
  { client = athena, output = 's3://files/exports/a/queries/', workGroup = 'queries' } = {},
) {
  const { QueryExecutionId = '' } = await client.send(
    new StartQueryExecutionCommand({
      QueryString: sql,
      WorkGroup: workGroup,
      QueryExecutionContext: { Database: 'store' },
      ResultConfiguration: { OutputLocation: output },
    }),
  );
  return QueryExecutionId;
}

async function ended(QueryExecutionId: string) {
  for (;;) {
    const { QueryExecution } = await athena.send(new GetQueryExecutionCommand({ QueryExecutionId }));
    const { State = '', StateChangeReason } = QueryExecution?.Status ?? {};
    if (State !== 'QUEUED' && State !== 'RUNNING')
      return { state: State, reason: StateChangeReason, execution: QueryExecution };
    await sleep(10);
  }
}

const run = async (...asked: Parameters<typeof start>) => ended(await start(...asked));

async function page(QueryExecutionId: string, more: { MaxResults?: number; NextToken?: string } = {}) {
  const { ResultSet, NextToken } = await athena.send(new GetQueryResultsCommand({ QueryExecutionId, ...more }));
  return {
    rows: ResultSet?.Rows?.map(({ Data }) => Data?.map(({ VarCharValue }) => VarCharValue)),
    NextToken,
    ResultSet,
  };
}

const scan = (where: string) => `SELECT "fileId" AS c1 FROM "store"."points" WHERE ${where}`;
const mine = scan(`"owner" = 'a' AND "gen" = '1'`);

describe('a query', () => {
  test('reads the files of its partition, in the columns of the table', async () => {
    const id = await start(
      `SELECT c1, json_format(CAST(c2 AS JSON)) AS c2, c3 FROM (SELECT "fileId" AS c1, "fieldIds" AS c2, "added" AS c3 FROM "store"."points" WHERE "owner" = 'a' AND "gen" = '1') AS t1`,
    );
    const { state, execution } = await ended(id);
    expect(state).toBe('SUCCEEDED');
    expect(execution?.Statistics?.DataScannedInBytes).toBeGreaterThan(0);
    expect((await page(id)).rows).toEqual([
      ['c1', 'c2', 'c3'],
      ['mine', '["x"]', undefined],
    ]);
  });

  test('writes its result to the requested location', async () => {
    const id = await start(`SELECT 'a "b"' AS c1, CAST(NULL AS VARCHAR) AS c2, CAST('' AS VARCHAR) AS c3`);
    await ended(id);
    const { Body } = await objects.send(new GetObjectCommand({ Bucket: 'files', Key: `exports/a/queries/${id}.csv` }));
    expect(await Body?.transformToString()).toBe('"c1","c2","c3"\n"a ""b""",,""\n');
  });

  test('is read page by page, with its header as a row', async () => {
    const id = await start('SELECT c1 FROM UNNEST(transform(sequence(1, 5), x -> ROW(x))) AS u1(c1) ORDER BY c1');
    await ended(id);
    const first = await page(id, { MaxResults: 3 });
    expect(first.rows).toEqual([['c1'], ['1'], ['2']]);
    expect(first.ResultSet?.ResultSetMetadata?.ColumnInfo?.[0]).toMatchObject({ Name: 'c1', Type: 'bigint' });
    const second = await page(id, { MaxResults: 3, ...(first.NextToken && { NextToken: first.NextToken }) });
    expect(second).toMatchObject({ rows: [['3'], ['4'], ['5']], NextToken: undefined });
  });

  test('prints values as Athena does', async () => {
    const id = await start(
      `SELECT TRUE AS c1, BIGINT '9007199254740993' AS c2, 1E0 AS c3, 15E-10 AS c4, CAST('1.5' AS DECIMAL(38, 9)) AS c5, X'00ff' AS c6, DATE '2024-02-29' AS c7, TIMESTAMP '2024-02-29 10:11:12.5' AS c8, TIME '10:11:12' AS c9, nan() AS c10`,
    );
    await ended(id);
    expect((await page(id)).rows?.[1]).toEqual([
      'true',
      '9007199254740993',
      '1.0',
      '1.5E-9',
      '1.500000000',
      '00 ff',
      '2024-02-29',
      '2024-02-29 10:11:12.500000',
      '10:11:12.000000',
      'NaN',
    ]);
  });

  test('is stopped on request', async () => {
    const million = 'UNNEST(transform(sequence(1, 1000000), x -> ROW(x)))';
    const id = await start(
      `SELECT count(*) AS c1 FROM ${million} AS u1(c2) CROSS JOIN ${million} AS u2(c3) WHERE c2 * c3 % 7 = 3`,
    );
    await athena.send(new StopQueryExecutionCommand({ QueryExecutionId: id }));
    expect(await ended(id)).toMatchObject({ state: 'CANCELLED', reason: 'Query cancelled by user' });
    await expect(page(id)).rejects.toThrow('CANCELLED');
  });
});

describe('UNLOAD', () => {
  const unload = (select: string, folder: string) =>
    `UNLOAD (${select}) TO 's3://files/${folder}' WITH (format = 'PARQUET', compression = 'SNAPPY')`;
  const keysIn = async (Prefix: string) =>
    (await objects.send(new ListObjectsV2Command({ Bucket: 'files', Prefix }))).Contents?.length ?? 0;

  test('writes Parquet below an empty prefix, and nothing where there are no rows', async () => {
    expect(await run(unload(mine, 'exports/a/queries/one/'))).toMatchObject({ state: 'SUCCEEDED' });
    expect(await keysIn('exports/a/queries/one/')).toBe(1);
    expect(await run(unload(mine, 'exports/a/queries/one/'))).toMatchObject({
      state: 'FAILED',
      reason: expect.stringContaining('HIVE_PATH_ALREADY_EXISTS'),
    });
    await run(unload(`SELECT c1 FROM (${mine}) AS t1 WHERE FALSE`, 'exports/a/queries/two/'));
    expect(await keysIn('exports/a/queries/two/')).toBe(0);
  });

  test.each([
    [`SELECT TIME '10:00:00' AS c1`, 'Unsupported Hive type'],
    [`SELECT TIMESTAMP '2024-01-01 00:00:00' AS c1`, 'Incorrect timestamp precision'],
  ])('of %s is refused', async (select, reason) => {
    expect(await run(unload(select, 'exports/a/queries/x/'))).toMatchObject({
      state: 'FAILED',
      reason: expect.stringContaining(reason),
    });
  });

  test('into another owner’s prefix is refused', async () => {
    expect(await run(unload(mine, 'exports/b/queries/x/'))).toMatchObject({
      state: 'FAILED',
      reason: expect.stringContaining('Access denied when writing'),
    });
  });
});

describe('access is refused to', () => {
  test.each([
    ['another owner’s rows', scan(`"owner" = 'b' AND "gen" = '1'`), 'PERMISSION_DENIED'],
    ['another generation', scan(`"owner" = 'a' AND "gen" = '2'`), 'PERMISSION_DENIED'],
    ['a scan that names no owner', scan(`"gen" = '1'`), 'CONSTRAINT_VIOLATION'],
    ['a scan that names no generation', scan(`"owner" = 'a'`), 'CONSTRAINT_VIOLATION'],
    ['a scan whose owner is one of two', scan(`"owner" = 'a' AND "gen" = '1' OR TRUE`), 'CONSTRAINT_VIOLATION'],
    ['a table that Glue does not know', `SELECT 1 AS c1 FROM "store"."others" WHERE "owner" = 'a'`, 'TABLE_NOT_FOUND'],
    [
      'a column that Glue does not know',
      `SELECT "unknown" AS c1 FROM "store"."points" WHERE "owner" = 'a' AND "gen" = '1'`,
      'SYNTAX_ERROR',
    ],
    ['a file', `SELECT c1 FROM read_text('/etc/passwd') AS t1`, 'FUNCTION_NOT_FOUND'],
    [
      'another owner’s rows beside one’s own',
      `SELECT 1 AS c1 FROM (${mine}) AS t1 CROSS JOIN (${scan(`"owner" = 'b' AND "gen" = '1'`)}) AS t2`,
      'PERMISSION_DENIED',
    ],
  ])('%s', async (_, sql, code) => {
    const { state, reason } = await run(sql);
    expect([state, reason?.split(':')[0]]).toEqual(['FAILED', code]);
  });

  test('a result where the session may not write', async () => {
    expect(await run('SELECT 1 AS c1', { output: 's3://files/exports/b/queries/' })).toMatchObject({
      state: 'FAILED',
      reason: expect.stringContaining('Access denied when writing'),
    });
  });

  test('the result location that a workgroup enforces, when the session may not write there', async () => {
    expect(await run('SELECT 1 AS c1', { workGroup: 'enforced' })).toMatchObject({
      reason: expect.stringContaining('s3://files/elsewhere/'),
    });
  });

  test('more bytes than the workgroup allows', async () => {
    expect(await run(mine, { workGroup: 'small' })).toMatchObject({
      state: 'CANCELLED',
      reason: 'Bytes scanned limit was exceeded',
    });
  });

  test('a client that has not assumed a role', async () => {
    const bare = new AthenaClient({ endpoint: engine.endpoint, region, credentials });
    await expect(start('SELECT 1 AS c1', { client: bare })).rejects.toMatchObject({ name: 'AccessDeniedException' });
  });

  test('an unknown workgroup, and a text that is too long', async () => {
    await expect(start('SELECT 1 AS c1', { workGroup: 'primary' })).rejects.toThrow('WorkGroup is not found');
    await expect(start(`SELECT '${'x'.repeat(262_144)}' AS c1`)).rejects.toThrow('too long');
  });
});

test.each([
  [`SELECT BIGINT '1' / c1 AS c2 FROM (SELECT BIGINT '0' AS c1) AS t1`, 'DIVISION_BY_ZERO'],
  [`SELECT CAST(c1 AS BIGINT) AS c2 FROM (SELECT 'corn' AS c1) AS t1`, 'INVALID_CAST_ARGUMENT'],
  [`SELECT BIGINT '9223372036854775807' + c1 AS c2 FROM (SELECT BIGINT '1' AS c1) AS t1`, 'NUMERIC_VALUE_OUT_OF_RANGE'],
])('%s fails as in Athena', async (sql, code) => {
  const { state, reason } = await run(sql);
  expect([state, reason?.split(':')[0]]).toEqual(['FAILED', code]);
});
