import * as h3 from 'h3-js';
import { beforeAll, expect, test } from 'vitest';
import { expectProblem } from '../contract/problem.ts';
import { endedQuery, type Harvested, harvested, queryService, runQuery } from './query.ts';

let world: Harvested;
beforeAll(async () => {
  world = await harvested();
});

const ground =
  "ST_GEOGFROMTEXT('POLYGON((9.9999 49.9999, 10.0008 49.9999, 10.0008 50.0006, 9.9999 50.0006, 9.9999 49.9999))')";
const outlines = (resolution: number) => `UNNEST(ST_H3ToGeom(ST_H3CellIDs(${ground}, ${resolution}, TRUE)))`;
/** A query for the points of each cell of the ground, whose indexes are in the order of their outlines. */
const perCell = (resolution: number) => `
  SELECT FORMAT('%x', id) AS cell, COUNT(*) AS n
  FROM points AS p JOIN ${outlines(resolution)} AS cell WITH OFFSET AS i ON ST_INTERSECTS(p.geometry, cell)
  JOIN UNNEST(ST_H3CellIDs(${ground}, ${resolution}, TRUE)) AS id WITH OFFSET AS j ON i = j
  GROUP BY cell ORDER BY cell`;

async function counted(resolution: number): Promise<{ cell: string; n: number }[]> {
  const { body } = await runQuery<{ longitude: number; latitude: number }[]>(
    world.owner,
    'SELECT longitude, latitude FROM points',
  );
  const counts = new Map<string, number>();
  for (const { longitude, latitude } of body) {
    const cell = h3.latLngToCell(latitude, longitude, resolution);
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  return [...counts].map(([cell, n]) => ({ cell, n })).sort((a, b) => (a.cell < b.cell ? -1 : 1));
}

test.each([9, 11, 13])('points are joined with the cells of a polygon at resolution %s', async (resolution) => {
  const expected = await counted(resolution);
  expect(expected.reduce((sum, { n }) => sum + n, 0)).toBe(100);
  const { status, body } = await runQuery(world.owner, perCell(resolution));
  expect([status, body]).toEqual([200, expected]);
});

test('cells can be joined by a comma, in a left join, and in an asynchronous query', async () => {
  const comma = `SELECT COUNT(*) AS n FROM points AS p, ${outlines(11)} AS cell WHERE ST_WITHIN(p.geometry, cell)`;
  expect((await runQuery(world.owner, comma)).body).toEqual([{ n: 100 }]);
  const kept = `SELECT COUNT(*) AS n, COUNTIF(cell IS NULL) AS without FROM points AS p
    LEFT JOIN UNNEST(ST_H3ToGeom(ST_H3CellIDs(ST_GEOGPOINT(0, 0), 11, TRUE))) AS cell ON ST_INTERSECTS(p.geometry, cell)`;
  expect((await runQuery(world.owner, kept)).body).toEqual([{ n: 100, without: 100 }]);
  const { status, id } = await endedQuery(world.owner, perCell(13));
  expect(status).toBe('SUCCEEDED');
  const { body } = await world.owner.get(`${queryService}/queries/${id}/results`);
  expect(body).toEqual(await counted(13));
});

test('cells of columns, and too many cells, are refused with advice', async () => {
  const column = 'SELECT ST_H3CellIDs(geometry, 12, true) FROM points';
  expect(expectProblem(await runQuery(world.owner, column), 400, 'unsupportedFunction')).toMatchObject({
    hint: expect.stringContaining('UNNEST'),
  });
  const many = "SELECT ST_H3CellIDs(ST_GEOGFROMTEXT('POLYGON((9 49, 10 49, 10 50, 9 49))'), 12, TRUE) AS ids";
  const problem = expectProblem(await runQuery(world.owner, many), 400, 'queryTooComplex');
  expect(problem).toMatchObject({
    detail: expect.stringContaining('10000'),
    hint: expect.stringContaining('Take resolution'),
  });
});
