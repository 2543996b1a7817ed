import { beforeAll, describe, expect, test } from 'vitest';
import type { SeriesPoint } from '../../../domain/satellite/processes/time-series.ts';
import { expectProblem } from '../contract/problem.ts';
import { freshOwner } from '../owner.ts';
import { freshProcess } from './process.ts';
import { freshSatelliteField, satelliteService } from './satellite.ts';

const owner = await freshOwner();
const field = await freshSatelliteField(owner);
const path = `${satelliteService}/fields/${field.id}/timeseries`;

describe('an index over time', () => {
  beforeAll(async () => {
    const dated = (day: string) => `2023-08-${day}T10:00:00.000Z`;
    await freshProcess(owner, field.id, { date: dated('20'), ndvi: 0.7 });
    await freshProcess(owner, field.id, { date: dated('10'), ndvi: 0.5 });
    await freshProcess(owner, field.id, { date: dated('15'), ndvi: 0.1, clouds: 90, coverage: 40 });
    await freshProcess(owner, field.id, { date: dated('25'), statistics: {} });
    await freshProcess(owner, field.id, { date: dated('26'), status: 'FAILED' });
  });
  const means = async (query: string) =>
    (await owner.get<SeriesPoint[]>(`${path}?${query}`)).body.map(({ mean }) => mean);

  test('has a point for each scene with a value, the oldest first', async () => {
    const { status, headers, body } = await owner.get<SeriesPoint[]>(path);
    expect([status, headers.get('x-furrow-upstream')]).toEqual([200, 'stand-in']);
    expect(body.map(({ mean }) => mean)).toEqual([0.5, 0.1, 0.7]);
    const point = { index: 'NDVI', provider: 'sentinel', upstream: 'stand-in', p50: 0.5 };
    expect(body[0]).toMatchObject({ date: '2023-08-10T10:00:00.000Z', ...point });
  });

  test('says that clouds are unknown where a scene of Planet came without its mask', async () => {
    const { id } = await freshSatelliteField(owner);
    const unknown = { mean: 0.4, min: 0.3, max: 0.5, validPercent: 100 };
    const quantiles = { p10: 0.3, p25: 0.35, p50: 0.4, p75: 0.45, p90: 0.5 };
    const statistics = { NDVI: { ...unknown, quantiles } };
    await freshProcess(owner, id, { provider: 'planet', statistics, clouds: null });
    const { body } = await owner.get<SeriesPoint[]>(`${satelliteService}/fields/${id}/timeseries`);
    expect(body).toMatchObject([{ mean: 0.4, clouds: null, clearPercent: null, clearMean: null, coverage: 100 }]);
  });

  test.each([
    ['maxClouds=50', [0.5, 0.7]],
    ['minCoverage=41', [0.5, 0.7]],
    ['startDate=2023-08-15', [0.1, 0.7]],
    ['endDate=2023-08-15', [0.5, 0.1]],
    ['provider=planet', []],
    ['index=NDRE', []],
  ])('is narrowed by %s', async (query, expected) => {
    expect(await means(query)).toEqual(expected);
  });

  test('is also a picture, even of nothing', async () => {
    const { headers, body } = await owner.get<string>(`${path}?format=svg`);
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(body).toMatch(/^<svg [^>]*role="img"[\s\S]*<title[\s\S]*<\/svg>$/);
    expect(body).toContain('>Scenes of a stand-in, not of this place: modified Copernicus Sentinel data 2023</text>');
    expect(body.match(/<circle/g)).toHaveLength(3);
    expect((await owner.get<string>(`${path}?format=svg&index=NDRE`)).body).not.toMatch(/NaN|Infinity/);
  });

  test.each(['index=EVI', 'format=png', 'maxClouds=x'])('refuses %s', async (query) => {
    expectProblem(await owner.get(`${path}?${query}`), 400);
  });
});
