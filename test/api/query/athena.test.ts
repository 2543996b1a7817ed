import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryResultsPrefix } from '../../../domain/files/object-keys.ts';
import { control, files, idle } from '../cloud.ts';
import { operationsService } from '../machine-files/batch.ts';
import { freshOwner } from '../owner.ts';
import { type Harvested, harvested, queryService, runQuery } from './query.ts';

let world: Harvested;
let other: Harvested;
beforeAll(async () => {
  [world, other] = [await harvested(), await harvested()];
});

/** Makes the functions that run queries use an engine from now on. */
const engine = (name: 'athena' | 'duckdb') => control('POST', '/functions/query/variables', { QUERY_ENGINE: name });
afterAll(() => engine('duckdb'));

const queries: Record<string, string> = {
  'sums of a field': `SELECT operationType, crop, COUNT(*) AS points, ROUND(AVG(wetMassPerArea), 3) AS yield
      FROM points WHERE 'FIELD' IN UNNEST(fieldIds) GROUP BY operationType, crop`,
  'points in a polygon': `SELECT COUNT(*) AS n FROM points WHERE ST_Intersects(geometry,
      ST_GeogFromText('POLYGON((9.9999 49.9999, 10.00005 49.9999, 10.00005 50.0006, 9.9999 50.0006, 9.9999 49.9999))'))`,
  'points by cells': `SELECT ST_ASTEXT(cell) AS cell, COUNT(*) AS n FROM points AS p
      JOIN UNNEST(ST_H3ToGeom(ST_H3CellIDs(ST_GEOGFROMTEXT('POLYGON((9.9999 49.9999, 10.0008 49.9999, 10.0008 50.0006, 9.9999 50.0006, 9.9999 49.9999))'), 13, TRUE))) AS cell
      ON ST_INTERSECTS(p.geometry, cell) GROUP BY 1 ORDER BY 1`,
  'every column': 'SELECT * FROM points ORDER BY timestamp, longitude, latitude LIMIT 20',
  'the table of a file': `SELECT COUNT(*) AS n FROM pointlake_file_FILE`,
  'values of every type': `SELECT TRUE AS a, 9007199254740993 AS b, 1.5 AS c, NUMERIC '1.5' AS d, 'ä"' AS e, b'\\x00\\xff' AS f,
      DATE '2024-02-29' AS g, TIMESTAMP '2024-02-29 10:11:12.5' AS h, DATETIME '2024-02-29 10:11:12' AS i, TIME '10:11:00' AS j,
      [1, 2] AS k, STRUCT(1 AS x, ['a'] AS y, b'a' AS z) AS l, ST_GEOGPOINT(1, 2) AS m,
      ST_GEOGFROMTEXT('LINESTRING(0 0, 1 1)') AS n, CAST('nan' AS FLOAT64) AS o, CAST(NULL AS STRING) AS p, [DATE '2024-01-01'] AS q
      FROM points LIMIT 1`,
  'steps between points': `SELECT ROUND(SUM(ST_DISTANCE(geometry, before)), 6) AS metres
      FROM (SELECT geometry, LAG(geometry) OVER (ORDER BY timestamp, longitude, latitude) AS before FROM points)`,
  'no rows': `SELECT * FROM points WHERE crop = 'rice'`,
  'a division by zero': 'SELECT 1 / (COUNT(*) - 100) FROM points',
  'a cast that fails': 'SELECT CAST(crop AS INT64) FROM points',
  'an unsupported function': 'SELECT ST_CLUSTERDBSCAN(geometry, 1, 1) OVER () FROM points',
};

const withIds = (sql: string) => sql.replace('FIELD', world.fieldId).replace('FILE', world.fileId);

describe('Athena answers as DuckDB does', () => {
  const answers = new Map<string, unknown>();
  const answerTo = async (sql: string) => {
    const { status, body } = await runQuery<unknown>(world.owner, withIds(sql));
    const { requestId: _, ...rest } = body as { requestId?: string };
    return { status, body: status < 400 ? body : rest };
  };

  beforeAll(async () => {
    await engine('duckdb');
    for (const [name, sql] of Object.entries(queries)) answers.set(name, await answerTo(sql));
    await engine('athena');
  });

  test.each(Object.entries(queries))('%s', async (name, sql) => {
    expect(await answerTo(sql)).toEqual(answers.get(name));
  });

  test('and returns more rows than a page of Athena has', async () => {
    const sql = 'SELECT x * 6 + y AS n FROM UNNEST(GENERATE_ARRAY(0, 8999)) AS x, UNNEST([0, 1, 2, 3, 4, 5]) AS y';
    const { body } = await runQuery<{ n: number }[]>(world.owner, sql);
    expect(new Set(body.map(({ n }) => n)).size).toBe(54_000);
  });

  test('for each owner alone', async () => {
    const count = async ({ owner }: Pick<Harvested, 'owner'>) =>
      (await runQuery(owner, 'SELECT COUNT(*) AS n, COUNT(DISTINCT fileId) AS files FROM points')).body;
    expect(await count(world)).toEqual([{ n: 100, files: 1 }]);
    expect(await count(other)).toEqual([{ n: 100, files: 1 }]);
    expect(await count({ owner: await freshOwner() })).toEqual([{ n: 0, files: 0 }]);
  });

  test('while points are replaced, and after', async () => {
    const count = async () => (await runQuery(world.owner, 'SELECT COUNT(*) AS n FROM points')).body;
    expect((await world.owner.post(`${operationsService}/files/${world.fileId}/reprocess`)).status).toBe(202);
    expect(await count()).toEqual([{ n: 100 }]);
    await idle();
    expect(await count()).toEqual([{ n: 100 }]);
  });

  test('and leaves nothing of a result behind', async () => {
    const left: string[] = [];
    for await (const key of files.list(queryResultsPrefix(world.owner.owner.id))) left.push(key);
    expect(left).toEqual([]);
  });

  test('with a file for an export', async () => {
    const body = 'SELECT geometry, timestamp, crop, [1, 2] AS numbers FROM points';
    const headers = { 'content-type': 'text/plain' };
    const answer = await world.owner.call<string>('POST', `${queryService}/export-query-geoparquet`, { body, headers });
    expect(answer.status).toBe(200);
    expect(answer.body.slice(0, 4)).toBe('PAR1');
  });
});
