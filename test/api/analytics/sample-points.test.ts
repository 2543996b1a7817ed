import { beforeAll, describe, expect, test } from 'vitest';
import { harvestCsv, zipOf } from '../../adapters/machine-files/harvest-text.ts';
import { idle } from '../cloud.ts';
import { expectProblem } from '../contract/problem.ts';
import { processed } from '../machine-files/batch.ts';
import { type Answer, freshOwner, type TestOwner } from '../owner.ts';
import { queryService, type Row, runQuery } from '../query/query.ts';
import { freshUser } from '../users/user.ts';
import { analytics, type Metadata } from './analytics.ts';

interface Sampled {
  points: Row[];
  metadata: Metadata;
}

let owner: TestOwner;
let svcUserId: string;
beforeAll(async () => {
  owner = await freshOwner();
  svcUserId = (await freshUser(owner)).id;
  await processed(owner, svcUserId, 'a.zip', zipOf({ 'a.csv': harvestCsv({ passes: 100, records: 50 }) }));
  await idle();
});

const sample = (parameters: Record<string, string>): Promise<Answer<Sampled>> =>
  owner.get(`${analytics(svcUserId)}/points?${new URLSearchParams(parameters)}`);
const keyOf = ({ geometry, timestamp }: Row) => `${geometry} ${timestamp}`;

describe('a sample of points', () => {
  test('has all of them at 100 percent, as maps read them', async () => {
    const { status, headers, body } = await sample({ samplerate: '100' });
    expect([status, headers.get('x-truncated')]).toEqual([200, null]);
    expect(body.points).toHaveLength(5_000);
    expect(body.metadata).toEqual({
      totalFiles: 1,
      processedFiles: 1,
      failedFiles: 0,
      totalPoints: 5_000,
      processingTimeMs: expect.any(Number),
      sampleRate: 100,
      errors: [],
    });
    const [point = {}] = body.points;
    expect(Buffer.from(String(point.geometry), 'base64').subarray(0, 5).toString('hex')).toBe('0101000000');
    expect(String(point.geometry).length).toBeGreaterThan(20);
    expect(point).toMatchObject({ operationType: 'harvested', crop: 'wheat', harvestMoisture: 14 });
    expect(Object.values(point)).not.toContain(null);
  });

  test.each(['1', '10', '50'])('of %s percent has about that share, spread over all passes', async (samplerate) => {
    const { points, metadata } = (await sample({ samplerate })).body;
    const expected = (5_000 * Number(samplerate)) / 100;
    // Four standard deviations of as many independent throws.
    expect(Math.abs(points.length - expected)).toBeLessThan(4 * Math.sqrt(expected * (1 - expected / 5_000)));
    expect([metadata.totalPoints, metadata.sampleRate]).toEqual([5_000, Number(samplerate)]);
    const quarters = new Set(
      points.map(({ geometry }) => Math.floor((Buffer.from(String(geometry), 'base64').readDoubleLE(5) - 10) * 300)),
    );
    expect(quarters.size).toBeGreaterThanOrEqual(4);
  });

  test('is reproducible, and a smaller one is part of a larger one', async () => {
    const [one, same, larger] = [
      await sample({ samplerate: '10' }),
      await sample({ samplerate: '10' }),
      await sample({ samplerate: '20' }),
    ];
    expect(one.body.points).toEqual(same.body.points);
    const among = new Set(larger.body.points.map(keyOf));
    expect(one.body.points.filter((point) => !among.has(keyOf(point)))).toEqual([]);
  });

  test('is limited to an area and a time', async () => {
    const area = 'POLYGON((9.9999 49.9999, 10.00021 49.9999, 10.00021 50.01, 9.9999 50.01, 9.9999 49.9999))';
    const { points, metadata } = (await sample({ polygon: area, endDate: '2024-08-01T12:00:59Z' })).body;
    expect([points.length, metadata.totalPoints]).toEqual([60, 60]);
    const around = (await sample({ polygon: `MULTI${area.replace('((', '(((')})` })).body;
    expect(around.points).toHaveLength(100);
  });

  test('of nothing is empty', async () => {
    const { status, body } = await sample({ startDate: '2030-01-01' });
    expect([status, body.points, body.metadata.totalPoints]).toEqual([200, [], 0]);
  });
});

const square = (size: number) => `POLYGON((0 0, ${size} 0, ${size} ${size}, 0 ${size}, 0 0))`;

describe('bad parameters are refused by name', () => {
  test.each([
    [{ samplerate: '0' }, 'samplerate'],
    [{ samplerate: '101' }, 'samplerate'],
    [{ samplerate: '1e1' }, 'samplerate'],
    [{ startDate: '2024-09-01', endDate: '2024-08-01' }, 'endDate'],
    [{ endDate: '31.08.2024' }, 'endDate'],
    [{ polygon: 'everywhere' }, 'polygon'],
    [{ polygon: 'POLYGON((0 0, 1 0, 1 1))' }, 'polygon'],
    [{ polygon: 'POLYGON((0 0, 1 0, 1 1, 0 0)' }, 'polygon'],
    [{ polygon: 'POLYGON EMPTY' }, 'polygon'],
    [{ polygon: 'POINT(10 50)' }, 'polygon'],
    [{ polygon: 'LINESTRING(10 50, 11 51)' }, 'polygon'],
    [{ polygon: square(91) }, 'polygon'],
    [{ polygon: 'POLYGON((-180 -80, 180 -80, 180 80, -180 80, -180 -80))' }, 'polygon'],
    [{ polygon: `POLYGON((${'0 0, '.repeat(2_000)}0 0))` }, 'polygon'],
    [{ polygon: `${square(1)}')) OR TRUE --` }, 'polygon'],
    [{ polygon: 'POLYGON((NaN 0, 1 0, 1 1, NaN 0))' }, 'polygon'],
  ])('%j', async (parameters, field) => {
    const problem = expectProblem(await sample(parameters as unknown as Record<string, string>), 400);
    expect(problem.fieldErrors?.map((error) => error.field)).toEqual([field]);
  });

  test('a prompt is not understood: its path is unknown', async () => {
    expectProblem(await owner.get(`${analytics(svcUserId)}/points/prompt?prompt=x`), 404);
    expectProblem(await owner.post(`${queryService}/prompt`, { prompt: 'x' }), 404);
  });
});

test('a response that would be too large is cut to an even sample, and says so', async () => {
  await processed(owner, svcUserId, 'b.zip', zipOf({ 'b.csv': harvestCsv({ passes: 300, records: 50, days: 1 }) }));
  await idle();
  const { headers, body } = await sample({});
  expect(headers.get('x-truncated')).toBe('true');
  const { points, metadata } = body;
  expect(metadata.totalPoints).toBe(20_000);
  expect(metadata.sampleRate).toBeCloseTo((100 * points.length) / 20_000, 6);
  const ofFirst = points.filter(({ timestamp }) => String(timestamp).startsWith('2024-08-01')).length;
  expect(ofFirst / points.length).toBeCloseTo(0.25, 1);
  expect((await runQuery(owner, 'SELECT COUNT(*) AS n FROM points')).body).toEqual([{ n: 20_000 }]);
});
