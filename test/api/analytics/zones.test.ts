import * as h3 from 'h3-js';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import type { zonesSchema } from '../../../functions/areas/query/run/analytics/zones-schema.ts';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { processed } from '../machine-files/batch.ts';
import { type Answer, freshOwner, type TestOwner } from '../owner.ts';
import { freshUser } from '../users/user.ts';
import { analytics } from './analytics.ts';

type Zones = z.infer<typeof zonesSchema>;

/** The made-up harvest with half as much in the second half of its passes. */
const uneven = (made: Parameters<typeof harvestCsv>[0] = {}, tonnes = 5) => {
  const { passes = 4, records = 25 } = made;
  const [header = '', ...rows] = harvestCsv(made).split('\n');
  const changed = rows.map((row, index) =>
    row.replace(/,14,5,/, `,14,${index < (passes * records) / 2 ? tonnes : tonnes / 2},`),
  );
  return [header, ...changed].join('\n');
};

let owner: TestOwner;
let svcUserId: string;
beforeAll(async () => {
  owner = await freshOwner();
  svcUserId = (await freshUser(owner)).id;
  const size = { passes: 40, records: 100 };
  const files = { 'a.csv': uneven(size), 'b.csv': uneven({ ...size, days: 365 }, 9) };
  await processed(owner, svcUserId, 'a.zip', zipOf(files));
  await idle();
});

const find = <T = Zones>(parameters: Record<string, string> = {}, user = svcUserId): Promise<Answer<T>> =>
  owner.get(`${analytics(user)}/zones?${new URLSearchParams(parameters)}`);

describe('zones of a user', () => {
  test('are where the yield differs, over years whose level differs', async () => {
    const { status, body } = await find({ numzones: '2' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ h3Resolution: 12, totalPoints: 8_000, metadata: { totalFiles: 2, cellsLeftOut: 0 } });
    expect(body.zones.map(({ name }) => name.slice(8)).sort()).toEqual(['high yield', 'low yield']);
    const area = body.zones.reduce((sum, { areaHectares }) => sum + areaHectares, 0);
    // 400 m by 200 m, and half a cell around.
    expect(area).toBeGreaterThan(8);
    expect(area).toBeLessThan(9.5);
    for (const zone of body.zones) {
      expect(zone.geometry).toMatch(/^POLYGON\(\([\d. ,]+\)\)$/);
      expect(zone.boundary).toMatchObject({ type: 'MultiPolygon', coordinates: [[expect.any(Array)]] });
      expect(zone.h3Cells).toHaveLength(zone.cellCount);
      expect(zone.h3Cells.every((cell) => h3.isValidCell(cell) && h3.getResolution(cell) === 12)).toBe(true);
      expect(zone.statistics).toMatchObject({ avgMoisture: 14, yieldUnit: 'm3/ha', minYield: expect.any(Number) });
      // The whole varies by a third; cells on the border between both halves have some of each.
      expect(zone.statistics.yieldCV).toBeLessThan(0.25);
    }
    expect(body).not.toHaveProperty('aiAnalysis');
    expect((await find({ numzones: '2' })).body.zones).toEqual(body.zones);
  });

  test('are limited to a time and an area', async () => {
    const polygon = 'POLYGON((9.9 49.9, 10.0014 49.9, 10.0014 50.1, 9.9 50.1, 9.9 49.9))';
    const { body } = await find({ endDate: '2024-12-31', polygon, h3resolution: '11' });
    expect(body.metadata.totalFiles).toBe(1);
    expect(body.totalPoints).toBe(1_000);
    expect(body.zones[0]?.recommendations).toContain(
      'This is one file: compare it with another season before changing rates.',
    );
  });

  test('without points are an empty list', async () => {
    const { status, body } = await find({ startDate: '2030-01-01' });
    expect([status, body.zones, body.totalPoints]).toEqual([200, [], 0]);
  });

  test.each(['0', '7', '15'])('can be made of cells of resolution %s too', async (h3resolution) => {
    const { status, body } = await find({ h3resolution });
    expect([status, body.h3Resolution]).toEqual([200, Number(h3resolution)]);
    expect(body.zones.length).toBeGreaterThan(0);
  });
});

describe('invalid requests:', () => {
  test.each([
    [{ h3resolution: '-1' }, 'h3resolution'],
    [{ h3resolution: '16' }, 'h3resolution'],
    [{ h3resolution: 'fine' }, 'h3resolution'],
    [{ numzones: '0' }, 'numzones'],
    [{ numzones: '21' }, 'numzones'],
    [{ polygon: 'POINT(1 1)' }, 'polygon'],
    [{ startDate: '2024-09-01', endDate: '2024-08-01' }, 'endDate'],
  ])('%j', async (parameters, field) => {
    const problem = expectProblem(await find(parameters as unknown as Record<string, string>), 400);
    expect(problem.fieldErrors?.map((error) => error.field)).toEqual([field]);
  });

  test('too many cells, with advice', async () => {
    const { id } = await freshUser(owner);
    await processed(owner, id, 'wide.zip', zipOf({ 'a.csv': harvestCsv({ passes: 250, records: 100 }) }));
    await idle();
    const problem = expectProblem(await find({ h3resolution: '15' }, id), 400, 'tooManyCells');
    expect(problem.detail).toContain('lower resolution');
    expect((await find({}, id)).status).toBe(200);
  });

  test('an unknown user', async () => {
    expectProblem(await find({}, crypto.randomUUID()), 404, 'userNotFound');
  });
});
