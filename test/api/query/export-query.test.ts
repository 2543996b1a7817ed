import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as duckDb from '@duckdb/node-api';
import { beforeAll, expect, test } from 'vitest';
import { duckDbCaps } from '../../duckdb-caps.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { cloud } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import type { TestOwner } from '../owner.ts';
import { harvested, queryService } from './query.ts';

let owner: TestOwner;
beforeAll(async () => {
  ({ owner } = await harvested());
});

const path = `${queryService}/export-query-geoparquet`;
const refused = (sql: string) => owner.call('POST', path, { body: sql, headers: { 'content-type': 'text/plain' } });

/** Sends an export without the helpers of other tests, which read texts. */
async function exported(sql: string): Promise<Response> {
  const headers = { authorization: `Bearer ${await owner.token('id')}`, 'content-type': 'text/plain' };
  return fetch(`${cloud.baseUrl}${path}`, { method: 'POST', headers, body: sql, redirect: 'manual' });
}

/** The rows that a reader finds in a file. */
async function readBack(content: ArrayBuffer, sql: string): Promise<unknown[]> {
  const file = join(temporaryFolder('export'), 'query.parquet');
  writeFileSync(file, Buffer.from(content));
  const connection = await (await duckDb.DuckDBInstance.create(':memory:', duckDbCaps)).connect();
  const rows = await connection.runAndReadAll(sql.replaceAll('FILE', `'${file}'`));
  return rows.getRowObjectsJson();
}

test('a query becomes one file of GeoParquet', async () => {
  const answer = await exported(
    "SELECT geometry, timestamp, crop, STRUCT(speed AS s, [1, 2] AS a) AS more, ST_GeogFromText('LINESTRING(0 0, 1 1)') AS way FROM points",
  );
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
  const content = await answer.arrayBuffer();
  const [row] = await readBack(
    content,
    'SELECT count(*)::int AS n, min(bbox.xmin) AS west, max(bbox_1.ymax) AS north, typeof(any_value(more)) AS more, typeof(any_value("timestamp")) AS instant, ST_AsText(any_value(way)) AS way FROM FILE',
  );
  expect(row).toEqual({
    n: 100,
    west: 10,
    north: 1,
    more: 'STRUCT(s DOUBLE, a BIGINT[])',
    instant: 'TIMESTAMP WITH TIME ZONE',
    way: 'LINESTRING (0 0, 1 1)',
  });
  const [geo] = await readBack(
    content,
    "SELECT decode(value) AS v FROM parquet_kv_metadata(FILE) WHERE decode(key) = 'geo'",
  );
  expect(JSON.parse((geo as { v: string }).v)).toMatchObject({
    version: '1.1.0',
    primary_column: 'geometry',
    columns: {
      geometry: { encoding: 'WKB', edges: 'spherical', covering: { bbox: { xmin: ['bbox', 'xmin'] } } },
      way: { covering: { bbox: { ymax: ['bbox_1', 'ymax'] } } },
    },
  });
});

test('a large file is downloaded from another URL', async () => {
  const answer = await exported(
    'SELECT geometry, RAND() AS a, RAND() AS b FROM points, UNNEST(GENERATE_ARRAY(1, 4000)) AS x',
  );
  expect([answer.status, await answer.text()]).toEqual([303, '']);
  const file = await fetch(answer.headers.get('location') ?? '');
  expect(await readBack(await file.arrayBuffer(), 'SELECT count(*)::int AS n FROM FILE')).toEqual([{ n: 400_000 }]);
});

test('without rows there is no file', async () => {
  expect((await exported("SELECT geometry FROM points WHERE crop = 'rice'")).status).toBe(204);
});

test.each([
  ['no geography', 'SELECT crop FROM points', 'typeError'],
  ['a geography in an array', 'SELECT geometry, [geometry] AS g FROM points', 'typeError'],
  ['a statement other than a query', 'DROP TABLE points', 'notReadOnly'],
  ['an error of a value', 'SELECT geometry, 1 / 0 AS x FROM points', 'divisionByZero'],
])('%s is refused', async (_, sql, errorKey) => {
  expectProblem(await refused(sql), 400, errorKey);
});
