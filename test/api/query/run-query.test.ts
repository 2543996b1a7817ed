import { beforeAll, describe, expect, test } from 'vitest';
import { idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { operationsService } from '../machine-files/batch.ts';
import type { TestOwner } from '../owner.ts';
import { type Harvested, harvested, queryService, runQuery } from './query.ts';

let world: Harvested;
let owner: TestOwner;
beforeAll(async () => {
  world = await harvested();
  ({ owner } = world);
});

const inAddress = (sql: string) => owner.get(`${queryService}/query?sql=${encodeURIComponent(sql)}`);

describe('a query', () => {
  test('sums the points of a field', async () => {
    const { status, headers, body } = await runQuery(
      owner,
      `SELECT operationType, crop, COUNT(*) AS points, ROUND(AVG(wetMassPerArea), 3) AS yield
         FROM points WHERE '${world.fieldId}' IN UNNEST(fieldIds) GROUP BY operationType, crop`,
    );
    expect([status, headers.get('x-truncated')]).toEqual([200, null]);
    expect(body).toEqual([{ operationType: 'harvested', crop: 'wheat', points: 50, yield: 5 }]);
  });

  test('finds points by their location', async () => {
    const polygon = 'POLYGON((9.9999 49.9999, 10.00005 49.9999, 10.00005 50.0006, 9.9999 50.0006, 9.9999 49.9999))';
    const { body } = await runQuery(
      owner,
      `SELECT COUNT(*) FROM points WHERE ST_Intersects(geometry, ST_GeogFromText('${polygon}'))`,
    );
    expect(body).toEqual([{ f0_: 25 }]);
  });

  test('returns values in the form that today’s clients read', async () => {
    const { body } = await runQuery(
      owner,
      'SELECT geometry, timestamp, fileId, svcUserId, fieldIds FROM points ORDER BY timestamp LIMIT 1',
    );
    const point = Buffer.alloc(21);
    point.writeUInt8(1, 0);
    point.writeUInt32LE(1, 1);
    point.writeDoubleLE(10, 5);
    point.writeDoubleLE(50, 13);
    expect(body).toEqual([
      {
        geometry: point.toString('base64'),
        timestamp: '2024-08-01T12:00:00.000Z',
        fileId: world.fileId,
        svcUserId: world.svcUserId,
        fieldIds: [world.fieldId],
      },
    ]);
  });

  test('without rows returns an empty list', async () => {
    const { status, body } = await runQuery(owner, "SELECT * FROM points WHERE crop = 'rice'");
    expect([status, body]).toEqual([204, '']);
  });

  test('can be sent in a URL, where the client’s hints are ignored', async () => {
    const { body } = await owner.get(
      `${queryService}/query?sql=SELECT+COUNT(*)+AS+n+FROM+points&fileId=${world.fileId}`,
    );
    expect(body).toEqual([{ n: 100 }]);
  });

  test.each(['text/plain', 'text/plain; charset=utf-8', 'application/json'])('is read as %s', async (type) => {
    expect((await runQuery(owner, "SELECT 'Ackerbohne\u00e4' AS x", type)).body).toEqual([{ x: 'Ackerbohne\u00e4' }]);
  });
});

test('a text that begins with a byte order mark is a query', async () => {
  expect((await runQuery(owner, '\uFEFFSELECT 1 AS x')).body).toEqual([{ x: 1 }]);
  const { line, column } = expectProblem(await runQuery(owner, '\uFEFFSELECT y'), 400, 'unknownColumn') as never;
  expect([line, column]).toEqual([1, 8]);
});

describe('invalid queries', () => {
  test('are refused with their position and a suggestion', async () => {
    const problem = expectProblem(
      await runQuery(owner, 'SELECT crop,\n  wetMassPerAera FROM points'),
      400,
      'unknownColumn',
    );
    expect(problem).toMatchObject({
      code: 'unknown_column',
      line: 2,
      column: 3,
      near: 'wetMassPerAera',
      suggestion: 'wetMassPerArea',
    });
  });

  test.each([
    ['DELETE FROM points', 'notReadOnly'],
    ['SELECT 1; SELECT 2', 'multipleStatements'],
    ['SELECT * FROM pionts', 'unknownTable'],
    ['SELECT 1 / (COUNT(*) - 100) FROM points', 'divisionByZero'],
    ['SELECT CAST(crop AS INT64) FROM points', 'invalidCast'],
    ["SELECT IF(crop = 'wheat', ERROR('division by zero'), crop) FROM points", 'invalidQuery'],
    ['SELECT ST_GEOGFROMTEXT(crop) FROM points', 'invalidGeography'],
    ['SELECT fieldIds[OFFSET(5)] FROM points', 'invalidQuery'],
    ['SELECT (SELECT crop FROM points)', 'invalidQuery'],
    ['SELECT REPEAT(crop, 1000000) FROM points', 'limitExceeded'],
    [
      'SELECT 1 FROM points AS a LEFT JOIN UNNEST([1]) AS b ON EXISTS(SELECT 1 FROM UNNEST(a.fieldIds) WHERE b = 1)',
      'unsupportedFeature',
    ],
  ])('%s is refused', async (sql, errorKey) => {
    expectProblem(await runQuery(owner, sql), 400, errorKey);
  });

  test.each([
    ['SELEC 1', 'SELEC', { suggestion: 'SELECT' }],
    ['  WIHT t AS (SELECT 1) SELECT * FROM t', 'WIHT', { suggestion: 'WITH' }],
    ['{"query": "SELECT 1"}', '{', { hint: expect.stringContaining('without JSON') }],
    ['"SELECT 1"', '"', { hint: expect.stringContaining('without JSON') }],
  ])('%s is answered with the form of a query', async (sql, near, advice) => {
    expect(expectProblem(await runQuery(owner, sql), 400, 'syntaxError')).toMatchObject({ near, ...advice });
  });

  test.each([
    ['SELECT COUTN(crop) FROM points', 'COUNT'],
    ['SELECT corp FROM points', 'crop'],
    ['SELECT crop FROM pionts', 'points'],
  ])('%s is answered with the name whose letters were swapped', async (sql, suggestion) => {
    expect((await runQuery(owner, sql)).body).toMatchObject({ status: 400, suggestion });
  });

  test('are refused when they are empty or of other types', async () => {
    expectProblem(await runQuery(owner, '  '), 400, 'bodyMissing');
    expectProblem(await runQuery(owner, '<sql/>', 'application/xml'), 415);
    expectProblem(await owner.get(`${queryService}/query`), 400);
  });

  test('are refused when their bytes are not UTF-8', async () => {
    const body = Buffer.from("SELECT * FROM points WHERE crop = 'Br\u00e4ugerste'", 'latin1');
    const sent = await owner.call('POST', `${queryService}/query`, { body, headers: { 'content-type': 'text/plain' } });
    expect(expectProblem(sent, 400, 'malformedText').detail).toContain('UTF-8');
  });

  test('are refused when they are too long for a URL, with the path that accepts them', async () => {
    const sql = `SELECT '${'x'.repeat(8_000)}' AS x`;
    for (const long of [sql, `${sql}${' '.repeat(40_000)}`]) {
      expect(expectProblem(await inAddress(long), 400, 'queryTooLarge').detail).toContain('POST');
    }
    expect((await runQuery(owner, sql)).status).toBe(200);
  });
});

test('a reprocessed file counts once, during and after processing', async () => {
  const count = async () => (await runQuery(owner, 'SELECT COUNT(*) AS n FROM points')).body;
  expect((await owner.post(`${operationsService}/files/${world.fileId}/reprocess`)).status).toBe(202);
  expect(await count()).toEqual([{ n: 100 }]);
  await idle();
  expect(await count()).toEqual([{ n: 100 }]);
});
