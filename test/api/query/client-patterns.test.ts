import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { fromWkb } from '../../../sql/geography/wkb.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { runUserQuery } from '../analytics/analytics.ts';
import { advance, idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { processed } from '../machine-files/batch.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { freshField } from '../zones/field.ts';
import { queryService, type Row, runQuery } from './query.ts';

/** A real harvest and a real application from the folder of real files, or the made-up harvest where there is none. */
const real = process.env.CORPUS_DIR;
const archives = real
  ? [
      zipOf({ 'sample1.txt': readFileSync(join(real, 'cedricbouffard+yieldcleanr', 'sample1.txt')) }),
      readFileSync(join(real, 'JohnDeere+SampleData', 'Gen4 - 4600 Application Data - Point - OneHertz.zip')),
    ]
  : [zipOf({ 'a.csv': harvestCsv() }), zipOf({ 'b.csv': harvestCsv({ passes: 3, days: 1 }) })];

let owner: TestOwner;
let svcUserId: string;
/** Tables of both files: names without quotes, and names in three parts. */
let plain: [string, string];
let quoted: [string, string];
let fieldId: string;
let ids: string[];
let [west, south, east, north] = [0, 0, 0, 0];
beforeAll(async () => {
  owner = await freshOwner();
  svcUserId = (await freshUser(owner)).id;
  ids = [];
  fieldId = (await freshField(owner, svcUserId)).id;
  for (const archive of archives) {
    const { files } = await processed(owner, svcUserId, 'a.zip', archive);
    ids.push(...files.filter(({ status }) => status === 'processed').map(({ id }) => id));
  }
  // Fields follow their records into the lake after some seconds.
  await idle();
  await advance({ seconds: 25 });
  await idle();
  const [first = '', second = ''] = ids.map((id) => `pointlake_file_${id}`);
  plain = [first, second];
  quoted = [`\`spark_catalog\`.\`default\`.\`${first}\``, `\`spark_catalog\`.\`default\`.\`${second}\``];
  const [box = {}] = await rows(
    `SELECT MIN(longitude) AS w, MIN(latitude) AS s, MAX(longitude) AS e, MAX(latitude) AS n FROM ${plain[0]}`,
  );
  [west, south, east, north] = [Number(box.w), Number(box.s), Number(box.e), Number(box.n)];
});

async function rows(sql: string): Promise<Row[]> {
  const { status, body } = await runQuery(owner, sql);
  expect([200, 204], JSON.stringify(body)).toContain(status);
  return status === 204 ? [] : body;
}

const count = (table: string) => `SELECT COUNT(*) AS n FROM ${table}`;
const numberOf = async (sql: string) => Number((await rows(sql))[0]?.n);
/** The western half of the first file's ground. */
const half = () => {
  const middle = (west + east) / 2;
  return `POLYGON((${west - 0.001} ${south - 0.001}, ${middle} ${south - 0.001}, ${middle} ${north + 0.001}, ${west - 0.001} ${north + 0.001}, ${west - 0.001} ${south - 0.001}))`;
};
const positionOf = (row: Row | undefined) => {
  const shape = fromWkb(Buffer.from(String(row?.geometry), 'base64'));
  return shape?.type === 'Point' ? shape.coordinates : [Number.NaN, Number.NaN];
};

describe('queries of a dashboard', () => {
  test('1: all fields', async () => {
    const found = await rows('SELECT * FROM fields LIMIT 100');
    expect(found.map(({ id }) => id)).toEqual([fieldId]);
    expect(found[0]?.geometry).toMatch(/^POLYGON\(\([^()]+\)\)$/);
  });

  test('2: a file by its name without quotes, with the file beside it, as its map reads it', async () => {
    const sql = encodeURIComponent(`SELECT * FROM ${plain[0]} LIMIT 10`);
    const { status, body } = await owner.get<Row[]>(`${queryService}/query?sql=${sql}&fileId=${ids[0]}`);
    expect([status, body.length]).toEqual([200, 10]);
    for (const row of body) {
      expect(String(row.geometry).length).toBeGreaterThan(20);
      const [x = 0, y = 0] = positionOf(row);
      expect(x >= west && x <= east && y >= south && y <= north).toBe(true);
      expect([row.longitude, row.latitude]).toEqual([x, y]);
      expect(row.timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      expect(Object.keys(row)).toEqual(
        expect.arrayContaining(['operationType', 'crop', 'speed', 'elevation', 'area', 'yieldVolume', 'tankMix']),
      );
    }
  });

  test.each([
    ['3: without quotes', () => plain],
    ['4: in three parts', () => quoted],
  ])('%s, files are combined, and the limit is for all', async (_, named) => {
    const [a, b] = named();
    const both = `select geometry, timestamp from ${a} where area > 0 union all select geometry, timestamp from ${b}`;
    const all = await numberOf(`SELECT COUNT(*) AS n FROM (${both})`);
    expect(all).toBe((await numberOf(`${count(a)} WHERE area > 0`)) + (await numberOf(count(b))));
    expect(await rows(`${both} limit ${all - 1}`)).toHaveLength(all - 1);
  });

  test('5 and 6: a polygon over several files', async () => {
    const inHalf = await numberOf(`${count(plain[0])} WHERE longitude < ${(west + east) / 2}`);
    const test = (column: string, wrap: (text: string) => string) =>
      `ST_Intersects(ST_SetSRID(ST_GeomFromWKB(${column}), 4326), ${wrap(`ST_GeomFromText('${half()}')`)})`;
    expect(await numberOf(`${count(plain[0])} WHERE ${test('geometry', (text) => text)}`)).toBe(inHalf);
    const together = `SELECT * FROM (\nSELECT * FROM ${quoted[0]}\nUNION ALL\nSELECT * FROM ${quoted[1]} WHERE area < 0\n) AS t\nWHERE (t.area > 0)
      AND ${test('t.geometry', (text) => `ST_SetSRID(${text}, 4326)`)} LIMIT 25`;
    const found = await rows(together);
    expect(found).toHaveLength(25);
    for (const row of found) expect(positionOf(row)[0]).toBeLessThan((west + east) / 2);
  });

  test('7: a circle in metres', async () => {
    const [lon, lat] = [(west + east) / 2, (south + north) / 2];
    const circle = (metres: number) =>
      `${count(plain[0])} WHERE ST_DWithin(ST_SetSRID(ST_GeomFromWKB(geometry), 4326), ST_Point(${lon}, ${lat}), ${metres}, true)`;
    const near = `${count(plain[0])} WHERE ST_Distance(geometry, ST_GeogPoint(${lon}, ${lat})) <= 20`;
    expect(await numberOf(circle(20))).toBe(await numberOf(near));
    expect(await numberOf(circle(20))).toBeGreaterThan(0);
    expect(await numberOf(circle(100_000))).toBe(await numberOf(count(plain[0])));
  });
});

describe('queries of analytics', () => {
  const byMonth = `SELECT YEAR(TO_TIMESTAMP("timestamp")) AS year, MONTH(TO_TIMESTAMP("timestamp")) AS month, operationType,
      COUNT(*) AS totalPoints, SUM(area) AS totalArea, AVG(appliedRate) AS avgAppliedRate, AVG(seedRate) AS avgSeedRate,
      AVG(yieldVolume) AS avgYield
    FROM points GROUP BY YEAR(TO_TIMESTAMP("timestamp")), MONTH(TO_TIMESTAMP("timestamp")), operationType
    ORDER BY year, month, operationType`;

  test('8: sums by month, with every double quote made single', async () => {
    const { status, body } = await runUserQuery({ owner, svcUserId }, byMonth.replaceAll('"', "'"));
    expect(status, JSON.stringify(body)).toBe(200);
    const all = await numberOf(count('points'));
    expect(body.results.reduce((sum, { totalPoints }) => sum + Number(totalPoints), 0)).toBe(all);
    for (const { year, month } of body.results) expect([Number(year) > 2000, Number(month) > 0]).toEqual([true, true]);
    expect(body.metadata).toMatchObject({ totalFiles: ids.length, totalPoints: all });
    const harvest = body.results.find(({ operationType }) => operationType === 'harvested');
    expect(harvest?.avgYield).toBeGreaterThan(0);
  });

  test('9: soil on some ground, in acres as that client counts them', async () => {
    const wkt = 'POLYGON((10 50, 10.01 50, 10.01 50.01, 10 50.01, 10 50))';
    const soil = `SELECT '1' AS mukey, 'X' AS county, 'Well drained' AS muaggatt_col_16, ST_GeomFromText('POLYGON((10.005 50, 10.1 50, 10.1 50.1, 10.005 50.1, 10.005 50))') AS geometry`;
    const [row] = await rows(`WITH ssurgo_illinois AS (${soil})
      SELECT mukey, county, muaggatt_col_16 AS drainage_class,
        ROUND(ST_Area(ST_Intersection(geometry, ST_GeomFromText('${wkt}'))) * 247.105, 2) AS acres,
        ST_Intersection(geometry, ST_GeomFromText('${wkt}')) AS geometry
      FROM ssurgo_illinois WHERE ST_Intersects(geometry, ST_GeomFromText('${wkt}'))`);
    expect(row).toMatchObject({ mukey: '1', drainage_class: 'Well drained' });
    // Square metres: 40 hectares, although the factor is made for other units.
    expect(Number(row?.acres) / 247.105 / 10_000).toBeCloseTo(39.8, 0);
    expect(row?.geometry).toMatch(/^POLYGON\(\(/);
    const near = `ST_Intersects(geometry, ST_GeomFromText('${wkt}'))`;
    expect(
      await rows(`SELECT mukey, county, muaggatt_col_16 AS drainage_class FROM ssurgo_illinois WHERE ${near}`),
    ).toEqual([]);
  });
});

describe('queries in the tests and the history of that client', () => {
  test('10: points by two comparisons, one of them negative', async () => {
    const found = await rows('SELECT geometry FROM points WHERE speed > -5 AND speed < 1000 LIMIT 3');
    expect(found.map((row) => Object.keys(row))).toEqual([['geometry'], ['geometry'], ['geometry']]);
    expect(await rows('SELECT geometry FROM points WHERE seedRate > 32000 AND seedRate < -5')).toEqual([]);
  });

  test('11: some points', async () => {
    expect(await rows('select * from points limit 7')).toHaveLength(7);
  });

  test('12: samples of files, limits in parentheses, and points in one of several areas', async () => {
    const samples = `(SELECT * FROM ${quoted[0]} TABLESAMPLE (50 ROWS)) UNION ALL (SELECT * FROM ${quoted[1]} TABLESAMPLE (500 ROWS) LIMIT 20)`;
    expect(await rows(samples)).toHaveLength(70);
    const share = await numberOf(`SELECT COUNT(*) AS n FROM ${quoted[0]} TABLESAMPLE (100 PERCENT)`);
    expect(share).toBe(await numberOf(count(plain[0])));
    const [first] = await rows(`SELECT longitude, latitude FROM ${plain[0]} LIMIT 1`);
    const at = `ST_Contains(ST_GeomFromWKB(geometry), ST_Point(${first?.longitude}, ${first?.latitude}))`;
    const found = await rows(
      `select distinct * from ${plain[0]} where ${at} or ST_Contains(ST_GeomFromWKB(geometry), ST_Point(0, 0))`,
    );
    expect(found.length).toBeGreaterThan(0);
    for (const row of found) expect(positionOf(row)).toEqual([first?.longitude, first?.latitude]);
  });

  test('13: points made of two columns, distances and other shapes', async () => {
    const area = `ST_GeomFromText('${half()}')`;
    const inHalf = await numberOf(`${count(plain[0])} WHERE longitude < ${(west + east) / 2}`);
    for (const made of ['ST_Point', 'ST_MakePoint']) {
      expect(await numberOf(`${count(plain[0])} WHERE ST_Intersects(${made}(longitude, latitude), ${area})`)).toBe(
        inHalf,
      );
    }
    const line = `ST_GeomFromText('LINESTRING(${west} ${south}, ${east} ${north})')`;
    const point = `ST_GeomFromText('POINT(${west} ${south})')`;
    expect(await numberOf(`${count(plain[0])} WHERE ST_DWithin(geometry, ${line}, 10)`)).toBeGreaterThan(0);
    expect(await numberOf(`${count(plain[0])} WHERE ST_Distance(geometry, ${point}) <= 100000`)).toBe(
      await numberOf(count(plain[0])),
    );
    await rows('SELECT * FROM points WHERE equipmentWidth > 5 AND speed < 3 LIMIT 5');
  });

  test.each(['field_operations', 'machines', 'harvest_data'])(
    '13: %s is refused with the known tables',
    async (name) => {
      const problem = expectProblem(
        await runQuery(owner, `SELECT * FROM ${name} WHERE year = 2023`),
        400,
        'unknownTable',
      );
      expect(problem).toMatchObject({ hint: expect.stringContaining('points') });
    },
  );
});

describe('shapes are returned in the form that maps read', () => {
  const square = 'POLYGON((0 0, 4 0, 4 4, 0 4, 0 0))';
  test.each([
    ['one ring as text', square, square],
    ['a line as text', 'LINESTRING(0 0, 1 1)', 'LINESTRING(0 0, 1 1)'],
  ])('%s', async (_, wkt, text) => {
    expect(await rows(`SELECT ST_GeomFromText('${wkt}') AS g, ST_AsText(ST_GeomFromText('${wkt}')) AS t`)).toEqual([
      { g: text, t: text },
    ]);
  });

  test.each([
    ['a hole', 'POLYGON((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 2 1, 2 2, 1 1))'],
    ['several polygons', 'MULTIPOLYGON(((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))'],
  ])('%s as base64 of WKB, and as text on request', async (_, wkt) => {
    const [row] = await rows(`SELECT ST_GeomFromText('${wkt}') AS g, ST_AsText(ST_GeomFromText('${wkt}')) AS t`);
    expect(row?.t).toBe(wkt);
    const shape = fromWkb(Buffer.from(String(row?.g), 'base64'));
    expect(shape?.type.toUpperCase()).toBe(wkt.split('(')[0]);
  });
});
