import { afterAll, beforeAll, expect, test } from 'vitest';
import { control, tablesWritten } from '../cloud.ts';
import { fieldsService } from '../growers/grower.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { runQuery } from '../query/query.ts';
import { freshUser } from '../users/user.ts';
import { locatedReport, readSoil } from './soil.ts';

/** Makes the functions that run queries use an engine from now on. */
const engine = (name: 'athena' | 'duckdb') => control('POST', '/functions/query/variables', { QUERY_ENGINE: name });
afterAll(() => engine('duckdb'));

let owner: TestOwner;
let fieldId: string;

beforeAll(async () => {
  owner = await freshOwner();
  const { id: svcUserId } = await freshUser(owner);
  const ring = [
    [-88.045, 44.19],
    [-88.025, 44.19],
    [-88.025, 44.21],
    [-88.045, 44.21],
    [-88.045, 44.19],
  ];
  const geometry = { type: 'Polygon', coordinates: [ring] };
  const path = `${fieldsService}/users/${svcUserId}/fields`;
  fieldId = (await owner.post<{ id: string }>(path, { name: 'North', geometry })).body.id;
  await readSoil(owner, svcUserId, locatedReport());
  await tablesWritten();
});

const queries: [name: string, rows: number, sql: string][] = [
  ['every column', 100, 'SELECT * FROM soilSamples ORDER BY id'],
  ['the name in any case', 1, 'SELECT COUNT(*) AS n FROM SOILSAMPLES'],
  [
    'values of a field',
    3,
    `SELECT analyte, method, unit, COUNT(*) AS n, ROUND(AVG(value), 6) AS mean FROM soilSamples
      WHERE 'FIELD' IN UNNEST(fieldIds) AND analyte = 'P' GROUP BY 1, 2, 3 ORDER BY 2`,
  ],
  [
    'samples in a polygon, with their field',
    2,
    `SELECT DISTINCT s.sampleId, f.name, s.sampleDate FROM soilSamples AS s JOIN fields AS f ON ST_INTERSECTS(s.geometry, f.geometry)
      WHERE s.sampleDate >= DATE '2000-01-01' ORDER BY 1`,
  ],
  [
    'samples without a place',
    1,
    'SELECT COUNT(DISTINCT sampleId) AS n, SUM(ARRAY_LENGTH(fieldIds)) AS fields FROM soilSamples WHERE geometry IS NULL',
  ],
];

test.each(queries)('%s: both engines answer alike', { timeout: 120_000 }, async (_, rows, sql) => {
  const asked = sql.replace('FIELD', fieldId);
  await engine('duckdb');
  const { status, body } = await runQuery(owner, asked);
  expect([status, body.length]).toEqual([200, rows]);
  await engine('athena');
  expect(await runQuery(owner, asked)).toMatchObject({ status, body });
});

test('another owner sees none of it', async () => {
  const stranger = await freshOwner();
  for (const name of ['duckdb', 'athena'] as const) {
    await engine(name);
    expect((await runQuery(stranger, 'SELECT COUNT(*) AS n FROM soilSamples')).body).toEqual([{ n: 0 }]);
  }
});
