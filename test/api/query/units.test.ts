import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mixZip } from '../../adapters/machine-files/deere-zip.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { control, idle } from '../cloud.ts';
import { operationsService, processed, type ShownFile } from '../machine-files/batch.ts';
import { fieldAround } from '../machine-files/field-around.ts';
import { passCsv, pointsAt } from '../machine-files/with-settings.ts';
import { freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { queryService, type Row, runQuery } from './query.ts';

const real = process.env.CORPUS_DIR;

/** The beginning of a real harvest from the folder of real files, or a made-up one where there is none. */
const harvest = zipOf({
  'harvest.txt': real ? beginningOf('cedricbouffard+yieldcleanr/sample1.txt') : uneven(harvestCsv()),
});

function beginningOf(file: string, rows = 3_000): string {
  const lines = readFileSync(join(real ?? '', file), 'latin1').split('\n');
  return lines.slice(0, rows).join('\n');
}

/** Yields and moistures that differ from record to record. */
function uneven(csv: string): string {
  const [head = '', ...rows] = csv.trim().split('\n');
  return [head, ...rows.map((row, index) => row.replace(/,14,5,/, `,${14 + index / 77},${5 + index / 31},`))].join(
    '\n',
  );
}

const systems = ['METRIC', 'IMPERIAL', 'DEFAULT'] as const;
type System = (typeof systems)[number];

let owner: TestOwner;
const users = new Map<System, { svcUserId: string; fileId: string; units: Record<string, string> }>();
let measured: { name: string; unit?: string }[];
beforeAll(async () => {
  owner = await freshOwner();
  for (const unitMeasurement of systems) {
    const { id: svcUserId } = await freshUser(owner);
    await owner.post(`/services/config/api/configs/${svcUserId}`, { unitMeasurement });
    await fieldAround(owner, svcUserId, 0, 4);
    const { files } = await processed(owner, svcUserId, 'harvest.zip', harvest);
    const fileId = files[0]?.id ?? '';
    const { body: units } = await owner.get<Record<string, string>>(`${operationsService}/files/${fileId}/units`);
    users.set(unitMeasurement, { svcUserId, fileId, units });
  }
  await idle();
  const { body } = await owner.get<{ name: string; columns: { name: string; type: string; unit?: string }[] }[]>(
    `${queryService}/tables`,
  );
  const points = body.find(({ name }) => name === 'points');
  measured = (points?.columns ?? []).filter(({ type }) => type === 'FLOAT64');
});

const of = (system: System) => users.get(system) ?? { svcUserId: '', fileId: '', units: {} };

async function only(sql: string): Promise<Row> {
  const { status, body } = await runQuery(owner, sql);
  expect(status, JSON.stringify(body)).toBe(200);
  return body[0] ?? {};
}

const aggregates = (svcUserId: string) =>
  `SELECT COUNT(*) AS points, ${measured
    .map(({ name }) => `COUNT(${name}) AS ${name}_n, AVG(${name}) AS ${name}_mean, SUM(${name}) AS ${name}_sum`)
    .join(', ')} FROM points WHERE svcUserId = '${svcUserId}'`;

/** Files round what they show to ten millionths of their units, so that a sum of thousands of points differs in the last digits. */
function expectAlike(found: Row, expected: Row): void {
  expect(Object.keys(found)).toEqual(Object.keys(expected));
  for (const [name, value] of Object.entries(expected)) {
    if (typeof value !== 'number' || Number.isInteger(value)) expect(found[name], name).toEqual(value);
    else expect(Math.abs(Number(found[name]) / value - 1), `${name}: ${found[name]} for ${value}`).toBeLessThan(1e-8);
  }
}

test('every number of points has a unit', () => {
  expect(measured.filter(({ unit }) => unit === undefined)).toEqual([]);
  expect(Object.fromEntries(measured.map(({ name, unit }) => [name, unit]))).toMatchObject({
    wetMassPerArea: 't/ha',
    yieldVolume: 'm3/ha',
    speed: 'm/s',
    appliedRate: 'L/ha',
    appliedMassRate: 'kg/ha',
  });
});

describe('one harvest that is uploaded under three settings', () => {
  test('shows the units of each setting', () => {
    const { METRIC, IMPERIAL } = { METRIC: of('METRIC').units, IMPERIAL: of('IMPERIAL').units };
    expect([METRIC.wetMassPerArea, IMPERIAL.wetMassPerArea]).toEqual(['t/ha', 'lb/ac']);
    expect([METRIC.area, IMPERIAL.area]).toEqual(['ha', 'ac']);
  });

  const everyEngine = () => {
    test.each(['IMPERIAL', 'DEFAULT'] as const)('adds up under %s to the same as under METRIC', async (system) => {
      const expected = await only(aggregates(of('METRIC').svcUserId));
      expect(Number(expected.wetMassPerArea_n)).toBeGreaterThan(50);
      expectAlike(await only(aggregates(of(system).svcUserId)), expected);
    });

    test.each(systems)('has the units of its file in its own table under %s', async (system) => {
      const { fileId } = of(system);
      const { body: file } = await owner.get<ShownFile>(`${operationsService}/files/${fileId}`);
      const shown = await pointsAt(owner, file.downloadStandardGeojson);
      for (const name of ['wetMassPerArea', 'wetVolume', 'area', 'elevation', 'harvestMoisture'] as const) {
        const sum = shown.reduce((total, point) => total + Number(point[name] ?? 0), 0);
        const found = await only(`SELECT SUM(${name}) AS total, COUNT(*) AS n FROM pointlake_file_${fileId}`);
        expect(found.n).toBe(shown.length);
        expect(Math.abs(Number(found.total) / sum - 1), `${name}: ${found.total} for ${sum}`).toBeLessThan(1e-7);
      }
    });
  };

  describe('with DuckDB', everyEngine);
  describe('with Athena', () => {
    beforeAll(() => control('POST', '/functions/query/variables', { QUERY_ENGINE: 'athena' }));
    afterAll(() => control('POST', '/functions/query/variables', { QUERY_ENGINE: 'duckdb' }));
    everyEngine();
  });

  test('has an average over the owner equal to that of each user', async () => {
    const sql = (where: string) => `SELECT AVG(wetMassPerArea) AS mean, MAX(speed) AS fastest FROM points ${where}`;
    expectAlike(await only(sql('')), await only(sql(`WHERE svcUserId = '${of('METRIC').svcUserId}'`)));
  });
});

test('rates of volume, mass and seeds have columns of their own', async () => {
  const { id: svcUserId } = await freshUser(owner);
  // A table of text does not name its products.
  await owner.post(`/services/config/api/configs/${svcUserId}`, { outOfStandardOperations: true });
  const rates = { liquid: ['gal/ac', 10], dry: ['lb/ac', 100] } as const;
  for (const [name, [unit, rate]] of Object.entries(rates)) {
    const csv = passCsv({ [`Applied Rate(${unit})`]: () => rate });
    const { files } = await processed(owner, svcUserId, `${name}.zip`, zipOf({ [`${name}.csv`]: csv }));
    expect(files.map(({ status }) => status)).toEqual(['processed']);
  }
  await idle();
  const found =
    await only(`SELECT COUNT(appliedRate) AS liquid, COUNT(appliedMassRate) AS dry, ROUND(AVG(appliedRate), 4) AS litres,
    ROUND(AVG(appliedMassRate), 4) AS kilograms, COUNT(appliedCountRate) AS counted FROM points WHERE svcUserId = '${svcUserId}'`);
  // 10 gallons of 3.785411784 litres, and 100 pounds of 0.45359237 kilograms, on 0.40468564224 hectares.
  expect(found).toEqual({ liquid: 20, dry: 20, litres: 93.5396, kilograms: 112.0851, counted: 0 });
});

describe('one application with a tank mix that is uploaded under three settings', () => {
  interface Part {
    name: string;
    rate: { value: number | null; unit: string | null };
  }
  const found = new Map<System, { svcUserId: string; fileId: string; shown: Part[] }>();
  beforeAll(async () => {
    const content = zipOf({ 'spray.zip': mixZip() });
    for (const unitMeasurement of systems) {
      const { id: svcUserId } = await freshUser(owner);
      await owner.post(`/services/config/api/configs/${svcUserId}`, { unitMeasurement });
      const { files } = await processed(owner, svcUserId, 'spray.zip', content);
      const fileId = files[0]?.id ?? '';
      const { body: file } = await owner.get<ShownFile>(`${operationsService}/files/${fileId}`);
      const [point] = await pointsAt(owner, file.downloadStandardGeojson);
      found.set(unitMeasurement, { svcUserId, fileId, shown: (point?.products ?? []) as Part[] });
    }
    await idle();
  });
  const products = async (from: string): Promise<unknown[]> => {
    const { body } = await runQuery(owner, `SELECT DISTINCT products FROM ${from}`);
    return body.map((row) => JSON.parse(String(row.products)));
  };
  const user = (system: System) => `points WHERE svcUserId = '${found.get(system)?.svcUserId}'`;

  test('shows the units of each setting', () => {
    const unitsOf = (system: System) => found.get(system)?.shown.map(({ rate }) => rate.unit);
    expect(unitsOf('METRIC')).toEqual(['L/ha', 'kg/ha', 'bags/ac']);
    expect(unitsOf('IMPERIAL')).toEqual(['gal/ac', 'lb/ac', 'bags/ac']);
    expect(unitsOf('DEFAULT')).toEqual(['gal/ac', 'oz/ac', 'bags/ac']);
  });

  const everyEngine = () => {
    // 9 gallons of 3.785411784 litres, and 20 ounces, sixteenths of 0.45359237 kilograms, on 0.40468564224 hectares.
    const parts = [
      { name: 'Water', rate: { value: (9 * 3.785411784) / 0.40468564224, unit: 'L/ha' } },
      { name: 'Agent', rate: { value: (20 * 0.45359237) / 16 / 0.40468564224, unit: 'kg/ha' } },
      { name: 'Strange', rate: { value: null, unit: null } },
    ];

    test.each(systems)(
      'has one rate in points under %s, and the rates of its file in its own table',
      async (system) => {
        const inPoints = await products(user(system));
        expect(inPoints).toHaveLength(1);
        expect(inPoints).toEqual(await products(user('METRIC')));
        expect(inPoints[0]).toEqual(
          parts.map(({ name, rate: { value, unit } }) => ({
            name,
            rate: { value: value === null ? null : expect.closeTo(value, 5), unit },
          })),
        );
        const { fileId, shown } = found.get(system) ?? {};
        expect(await products(`pointlake_file_${fileId}`)).toEqual([shown]);
      },
    );
  };
  describe('with DuckDB', everyEngine);
  describe('with Athena', () => {
    beforeAll(() => control('POST', '/functions/query/variables', { QUERY_ENGINE: 'athena' }));
    afterAll(() => control('POST', '/functions/query/variables', { QUERY_ENGINE: 'duckdb' }));
    everyEngine();
  });
});
