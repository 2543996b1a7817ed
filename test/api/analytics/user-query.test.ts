import { beforeAll, describe, expect, test } from 'vitest';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { processed } from '../machine-files/batch.ts';
import { type Harvested, harvested } from '../query/query.ts';
import { freshUser } from '../users/user.ts';
import { runUserQuery } from './analytics.ts';

let world: Harvested;
/** Another user of the same owner, with 25 points. */
let other: Harvested;
let foreign: Harvested;
beforeAll(async () => {
  [world, foreign] = [await harvested(), await harvested()];
  const { id: svcUserId } = await freshUser(world.owner);
  const { files } = await processed(world.owner, svcUserId, 'b.zip', zipOf({ 'b.csv': harvestCsv({ passes: 1 }) }));
  await idle();
  other = { ...world, svcUserId, fileId: files[0]?.id ?? '' };
});

const count = 'SELECT COUNT(*) AS n, COUNT(DISTINCT svcUserId) AS users FROM points';

describe('a query over the data of a user', () => {
  test('returns its rows, and the number of points queried', async () => {
    const { status, body } = await runUserQuery(world, count);
    expect(status).toBe(200);
    expect(body).toEqual({
      results: [{ n: 100, users: 1 }],
      metadata: {
        totalFiles: 1,
        processedFiles: 1,
        failedFiles: 0,
        totalPoints: 100,
        processingTimeMs: expect.any(Number),
        sampleRate: 100,
        customQuery: count,
        errors: [],
      },
    });
    expect((await runUserQuery(other, count)).body.results).toEqual([{ n: 25, users: 1 }]);
  });

  test.each([
    ['by OR', `SELECT COUNT(*) AS n FROM points WHERE TRUE OR svcUserId IS NOT NULL`],
    ['by the table of a file', (file: string) => `SELECT COUNT(*) AS n FROM pointlake_file_${file}`],
    ['in a subquery', 'SELECT (SELECT COUNT(*) FROM points) AS n'],
    ['in a union', 'SELECT SUM(x) AS n FROM (SELECT 0 AS x UNION ALL SELECT COUNT(*) FROM points)'],
    [
      'behind a name of its own',
      'WITH points AS (SELECT * FROM svc.pointlake.points) SELECT COUNT(*) AS n FROM points',
    ],
  ])('sees nothing of other users %s', async (_, query) => {
    const text = typeof query === 'string' ? query : query(world.fileId);
    const [{ n } = {}] = (await runUserQuery(other, text)).body.results;
    expect(n).toBe(typeof query === 'string' ? 25 : 0);
  });

  test.each([
    [{ startDate: '2024-08-01T12:00:00.000Z' }, 100],
    [{ startDate: '2024-08-01T12:00:00.001Z' }, 99],
    [{ endDate: '2024-08-01T12:00:00.000Z' }, 1],
    [{ startDate: '2024-08-01', endDate: '2024-08-01' }, 100],
    [{ endDate: '2024-07-31' }, 0],
    [{ startDate: '2024-08-01T14:00:00+02:00' }, 100],
  ])('is limited to the time %j', async (range, n) => {
    const { results, metadata } = (await runUserQuery(world, count, range)).body;
    expect([results[0]?.n, metadata.totalPoints, metadata.totalFiles]).toEqual([n, n, Math.min(n, 1)]);
  });

  test('that returns more rows than a response holds is refused, unless the caller accepts a cut', async () => {
    const many = 'SELECT x FROM UNNEST(GENERATE_ARRAY(1, 50001)) AS x';
    const { detail } = expectProblem(await runUserQuery(world, many), 400, 'resultTooLarge');
    expect(detail).toContain('50,000 rows');
    const cut = await runUserQuery(world, many, {}, { prefer: 'handling=lenient' });
    expect([cut.status, cut.headers.get('x-truncated'), cut.body.results.length]).toEqual([200, 'true', 50_000]);
  });

  test('without rows returns none', async () => {
    const { status, body } = await runUserQuery(world, "SELECT * FROM points WHERE crop = 'rice'");
    expect([status, body.results]).toEqual([200, []]);
  });
});

describe('invalid requests:', () => {
  test.each([
    ['SELECT * FROM pionts', 'unknownTable'],
    ['SELECT 1 / (COUNT(*) - 100) FROM points', 'divisionByZero'],
    ['DROP TABLE points', 'notReadOnly'],
  ])('%s is refused with the reason', async (query, errorKey) => {
    const problem = expectProblem(await runUserQuery(world, query), 400, errorKey);
    expect(problem.message).toBe(problem.detail);
  });

  test('dates in the wrong order, and texts that are not dates', async () => {
    const reversed = await runUserQuery(world, count, { startDate: '2024-08-02', endDate: '2024-08-01' });
    expect(expectProblem(reversed, 400).fieldErrors).toEqual([
      { field: 'endDate', message: 'must not be before startDate' },
    ]);
    expectProblem(await runUserQuery(world, count, { startDate: 'yesterday' }), 400);
  });

  test('unknown users, those of other owners, and deleted ones', async () => {
    const { owner } = world;
    const unknown = expectProblem(await runUserQuery({ owner, svcUserId: crypto.randomUUID() }, count), 404);
    const others = expectProblem(await runUserQuery({ owner, svcUserId: foreign.svcUserId }, count), 404);
    expect(others.errorKey).toBe(unknown.errorKey);
    await foreign.owner.call('DELETE', `/services/usermanagement/api/users/${foreign.svcUserId}`);
    expectProblem(await runUserQuery(foreign, count), 404, 'userNotFound');
  });
});
