import { afterAll, beforeAll, expect, test } from 'vitest';
import { control, tablesWritten } from '../cloud.ts';
import { fieldsService } from '../growers/grower.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { runQuery } from '../query/query.ts';
import { freshUser } from '../users/user.ts';
import { storedWater } from './water.ts';

/** Makes the functions that run queries use an engine from now on. */
const engine = (name: 'athena' | 'duckdb') => control('POST', '/functions/query/variables', { QUERY_ENGINE: name });
afterAll(() => engine('duckdb'));

let owner: TestOwner;
let svcUserId: string;
let ids: Awaited<ReturnType<typeof storedWater>>;

beforeAll(async () => {
  owner = await freshOwner();
  ({ id: svcUserId } = await freshUser(owner));
  const ring = [
    [-93.61, 41.99],
    [-93.59, 41.99],
    [-93.59, 42.01],
    [-93.61, 42.01],
    [-93.61, 41.99],
  ];
  const field = { name: 'North', geometry: { type: 'Polygon', coordinates: [ring] } };
  const { body } = await owner.post<{ id: string }>(`${fieldsService}/users/${svcUserId}/fields`, field);
  await tablesWritten();
  ids = await storedWater(owner, svcUserId, body.id, ['2026-06-29', '2026-06-30']);
  await tablesWritten();
});

const queries: [name: string, rows: number, sql: string][] = [
  ['every column', 2, 'SELECT * FROM appliedIrrigation ORDER BY date'],
  ['a record by its id', 1, "SELECT date, equipmentName, timeZone FROM appliedIrrigation WHERE id = 'RECORD'"],
  [
    'the water of a season by field',
    1,
    `SELECT f.name, COUNT(*) AS days, ROUND(SUM(i.volume), 3) AS litres, MAX(i.depthMax) AS depth FROM appliedIrrigation AS i
      JOIN fields AS f ON f.id IN UNNEST(i.fieldIds) WHERE i.date >= DATE '2026-01-01' GROUP BY 1`,
  ],
  [
    'watered ground beside its area',
    2,
    `SELECT ROUND(ST_AREA(i.geometry) / 10000 / i.area, 2) AS part, i.isDerived FROM appliedIrrigation AS i JOIN fields AS f
      ON ST_INTERSECTS(i.geometry, f.geometry) ORDER BY i.date`,
  ],
];

test.each(queries)('%s: both engines answer alike', { timeout: 120_000 }, async (_, rows, sql) => {
  const asked = sql.replace('RECORD', ids.irrigationId);
  await engine('duckdb');
  const { status, body } = await runQuery(owner, asked);
  expect([status, body.length], JSON.stringify(body)).toEqual([200, rows]);
  await engine('athena');
  expect(await runQuery(owner, asked)).toMatchObject({ status, body });
});

test('its values are those of the record', async () => {
  await engine('duckdb');
  const sql = `SELECT area, volume, depthAvg, powerOn FROM appliedIrrigation WHERE id = '${ids.irrigationId}'`;
  const [row] = (await runQuery(owner, sql)).body;
  const path = `/services/irrigation/api/users/${svcUserId}/irrigation/applied-irrigation/${ids.irrigationId}`;
  type Shown = { summary: { properties: Record<string, { value: number; avg: number }> } };
  const { depth, totalArea, totalVolume } = (await owner.get<Shown>(path)).body.summary.properties;
  expect(row).toEqual({
    area: expect.closeTo(totalArea?.value ?? 0, 3),
    volume: expect.closeTo(totalVolume?.value ?? 0, 3),
    depthAvg: expect.closeTo(depth?.avg ?? 0, 3),
    powerOn: 6,
  });
});

test('another owner sees none of it, and a deleted user leaves none', async () => {
  const count = async (asking: TestOwner) =>
    (await runQuery(asking, 'SELECT COUNT(*) AS n FROM appliedIrrigation')).body;
  const stranger = await freshOwner();
  for (const name of ['athena', 'duckdb'] as const) {
    await engine(name);
    expect(await count(stranger)).toEqual([{ n: 0 }]);
  }
  expect(await count(owner)).toEqual([{ n: 2 }]);
  await owner.call('DELETE', `/services/usermanagement/api/users/${svcUserId}`);
  await tablesWritten();
  expect(await count(owner)).toEqual([{ n: 0 }]);
});
