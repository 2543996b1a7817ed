import { beforeAll, describe, expect, test } from 'vitest';
import { expectProblem } from '../contract/problem.ts';
import { type Harvested, harvested, queryService, runQuery, sendQuery } from './query.ts';

interface Table {
  name: string;
  description: string;
  updatedTime?: string;
  columns: { name: string; type: string; description?: string; unit?: string }[];
}

let world: Harvested;
let foreign: Harvested;
beforeAll(async () => {
  [world, foreign] = [await harvested(), await harvested()];
});

test('tables are listed with their columns, types and descriptions', async () => {
  const { body } = await world.owner.get<Table[]>(`${queryService}/tables`);
  const [points] = body;
  expect(body.map(({ name }) => name)).toEqual([
    'points',
    'fields',
    'operations',
    'files',
    'soilSamples',
    'appliedIrrigation',
    'ssurgo',
    'states_counties',
    'ssurgo_illinois',
  ]);
  expect(points).toMatchObject({ name: 'points', description: expect.stringContaining('machine files') });
  expect(points?.columns).toContainEqual({
    name: 'wetMassPerArea',
    type: 'FLOAT64',
    description: 'The crop at harvest moisture. Mass per area, in t/ha.',
    unit: 't/ha',
  });
  expect(points?.columns).toContainEqual(expect.objectContaining({ name: 'fieldIds', type: 'ARRAY<STRING>' }));
  const undescribed = body.flatMap(({ columns }) => columns.filter(({ description }) => !description));
  expect(undescribed).toEqual([]);
  const { body: rows } = await runQuery(world.owner, 'SELECT * FROM points LIMIT 1');
  expect(points?.updatedTime).toMatch(/Z$/);
  expect(body.find(({ name }) => name === 'states_counties')?.updatedTime).toBeUndefined();
  const area = body.find(({ name }) => name === 'fields')?.columns.find(({ name }) => name === 'area');
  expect(area).toMatchObject({ type: 'FLOAT64', unit: 'ha' });
  expect(Object.keys(rows[0] ?? {})).toEqual(points?.columns.map(({ name }) => name));
});

describe('a machine file has a table of its own', () => {
  const count = (name: string) =>
    runQuery(world.owner, `SELECT COUNT(*) AS n, COUNT(DISTINCT fileId) AS files FROM ${name}`);

  test.each([
    ['without quotes', (id: string) => `pointlake_file_${id}`],
    ['in three parts', (id: string) => `\`spark_catalog\`.\`default\`.\`pointlake_file_${id}\``],
    ['in one name of three parts', (id: string) => `\`spark_catalog.default.pointlake_file_${id}\``],
  ])('%s', async (_, named) => {
    expect((await count(named(world.fileId))).body).toEqual([{ n: 100, files: 1 }]);
  });

  test('which is unknown for a file of another owner, as for one that does not exist', async () => {
    for (const id of [foreign.fileId, crypto.randomUUID()]) {
      const problem = expectProblem(await count(`pointlake_file_${id}`), 400, 'unknownTable');
      expect(problem.detail).toContain(`pointlake_file_${id}`);
    }
  });

  test('which is unknown to an asynchronous query, too', async () => {
    const name = `pointlake_file_${crypto.randomUUID()}`;
    const sent = await sendQuery(world.owner, `SELECT 1 AS n FROM points UNION ALL SELECT 2 FROM ${name}`);
    expectProblem(sent, 400, 'unknownTable');
  });

  test('whose name ends in an id', async () => {
    expectProblem(await count('pointlake_file_1'), 400, 'unknownTable');
  });
});

test('points have the name of another system too', async () => {
  expect((await runQuery(world.owner, 'SELECT COUNT(*) AS n FROM svc.pointlake.points')).body).toEqual([{ n: 100 }]);
});
