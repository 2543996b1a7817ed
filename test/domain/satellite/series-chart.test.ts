import { expect, test } from 'vitest';
import type { ImageProcess, IndexStatistics } from '../../../domain/satellite/processes/image-process.ts';
import { passes } from '../../../domain/satellite/processes/process-filter.ts';
import { seriesChart } from '../../../domain/satellite/processes/series-chart.ts';
import { seriesOf } from '../../../domain/satellite/processes/time-series.ts';

const quantiles = { p10: 0.1, p25: 0.2, p50: 0.3, p75: 0.4, p90: 0.5 };
const all: IndexStatistics = { mean: 0.3, min: 0, max: 0.6, quantiles, validPercent: 100 };
const clearQuantiles = { p10: 0.6, p25: 0.65, p50: 0.7, p75: 0.75, p90: 0.8 };

function processOf(date: string, NDVI: IndexStatistics): ImageProcess {
  return {
    ...{ id: date, date: `${date}T10:00:00.000Z`, provider: 'sentinel', status: 'SUCCESS', upstream: 'earth-search' },
    ...{ ownerId: 'o', fieldId: 'f', sceneId: 's', collection: 'c', images: [], createdAt: date, coverage: 100 },
    statistics: { NDVI },
  };
}

test('a chart has the clear pixels of each scene, and scenes without any in gray', () => {
  const points = seriesOf(
    [
      processOf('2023-08-10', {
        ...all,
        clearPercent: 50,
        clearMean: 0.7,
        clearMin: 0.5,
        clearMax: 0.9,
        clearQuantiles,
      }),
      processOf('2023-08-13', { ...all, clearPercent: 0 }),
      processOf('2023-08-20', all),
    ],
    'NDVI',
  );
  expect(points.map(({ clearMean, clearP10, clearP90 }) => [clearMean, clearP10, clearP90])).toEqual([
    [0.7, 0.6, 0.8],
    [null, null, null],
    [null, null, null],
  ]);
  const chart = seriesChart(points, 'NDVI');
  expect(chart).toContain('2023-08-10: 0.7<');
  expect(chart).toMatch(/fill="#bbb"><circle[^>]*><title>2023-08-13: 0.3, no clear pixels/);
  // Its clouds are unknown.
  expect(chart).toContain('2023-08-20: 0.3<');
  expect(chart).toContain('2 scenes, with means from 0.3 to 0.7. 1 without clear pixels.');
  expect(/<polyline points="([^"]*)"/.exec(chart)?.[1]?.split(' ')).toHaveLength(2);
});

test('a chart has a legend, dates and the outline of the field where they are asked for', () => {
  const points = seriesOf([processOf('2023-08-10', all), processOf('2023-08-20', all)], 'NDVI');
  const ring = [
    [15, 45],
    [15.01, 45],
    [15.01, 45.01],
    [15, 45],
  ] as [number, number][];
  const field = { type: 'MultiPolygon' as const, coordinates: [[ring]] };
  const plain = seriesChart(points, 'NDVI', { parts: new Set(), field });
  expect(plain).toBe(seriesChart(points, 'NDVI'));
  const full = seriesChart(points, 'NDVI', { parts: new Set(['legend', 'date', 'outline']), field });
  expect(full).toContain('viewBox="0 0 940 344"');
  expect(full).toContain('>2023-08-10 to 2023-08-20</text>');
  expect(full).toContain('>10 to 90 percent of clear pixels</text>');
  expect(/<path d="M([\d.,L]+)Z"/.exec(full)?.[1]?.split('L')).toHaveLength(4);
  expect(full).not.toMatch(/NaN|undefined/);
});

test('a scene without data of the field does not pass maxClouds', () => {
  const row = { id: 'a', date: '2023-08-10T10:00:00.000Z', provider: 'sentinel', clouds: 0, coverage: 0 } as const;
  expect(passes(row, { status: 'SUCCESS' })).toBe(true);
  expect(passes(row, { status: 'SUCCESS', maxClouds: 20 })).toBe(false);
  expect(passes({ ...row, coverage: 0.01 }, { status: 'SUCCESS', maxClouds: 20 })).toBe(true);
});
