import { describe, expect, test } from 'vitest';
import { coverageFeatures as features, coverageSquareMetres as squareMetres } from './coverage-features.ts';
import { exported, geoJsonOf } from './exported-features.ts';
import { zipOf } from './harvest-text.ts';
import { only, pointsOf } from './only-set.ts';

describe('polygons of covered ground', () => {
  test.each<[string, () => Promise<[name: string, content: string | Uint8Array]>]>([
    ['GeoJSON', async () => ['coverage.geojson', geoJsonOf(features)]],
    ['a shapefile', async () => ['a.zip', zipOf(await exported('ESRI Shapefile', 'coverage', features))]],
    [
      'a shapefile in metres',
      async () => ['a.zip', zipOf(await exported('ESRI Shapefile', 'coverage', features, ['-t_srs', 'EPSG:32632']))],
    ],
  ])('in %s have their own areas, and need no heading', async (_, made) => {
    const set = await only(...(await made()));
    // The features have rates without a unit, and nothing to measure them by.
    expect(set.processed.problems.map(({ code }) => code)).toEqual(['assumedUnits']);
    const points = pointsOf(set);
    expect(points.map(({ area }) => area)).toEqual(squareMetres.map((area) => expect.closeTo(area, 0)));
    expect(points[0]).toMatchObject({ appliedRate: 20, appliedRateTarget: 20 });
    expect(set.processed.areaSquareMetres).toBeCloseTo(4240, -1);
  });

  test('alone in its file has an area and a rate', async () => {
    const set = await only('one.geojson', geoJsonOf(features.slice(0, 1)));
    expect(pointsOf(set)).toMatchObject([{ area: expect.closeTo(720, 0), appliedRate: 20, distance: 0 }]);
  });
});
