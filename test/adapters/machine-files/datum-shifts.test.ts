import { expect, test } from 'vitest';
import { coverageFeatures as features } from './coverage-features.ts';
import { exported } from './exported-features.ts';
import { zipOf } from './harvest-text.ts';
import { only } from './only-set.ts';

const processed = async (system: string) =>
  (await only('a.zip', zipOf(await exported('ESRI Shapefile', 'coverage', features, ['-t_srs', system])))).processed;

test('positions of another datum say how exact they are: in a step to three metres', async () => {
  const { problems, steps } = await processed('EPSG:31467');
  expect(problems.map(({ code }) => code)).not.toContain('datumShift');
  expect(steps.normalizedGeojson?.message).toContain(
    'the coordinates were brought from Deutsches Hauptdreiecksnetz to WGS 84 without the grids of the survey, which is exact to about 3 m',
  );
});

test('and in a warning above, or where nothing is known', async () => {
  const { problems } = await processed('EPSG:4267');
  expect(problems).toContainEqual(
    expect.objectContaining({
      code: 'datumShift',
      severity: 'warning',
      message: expect.stringContaining('North American Datum 1927'),
    }),
  );
});
