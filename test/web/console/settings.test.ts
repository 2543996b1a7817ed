import { expect, test } from 'vitest';
import { ApiProblem } from '../../../web/api/client.ts';
import { cleanupOf } from '../../../web/console/numbers/read-work.ts';
import { workReader } from '../../../web/console/numbers/season-work.ts';
import { kept } from '../../../web/console/reading/kept.ts';
import { readSettings, unitsOf } from '../../../web/console/reading/read-settings.ts';
import type { ConsoleApi } from '../../../web/console/session/console-api.ts';
import { localSpan, zoneOf } from '../../../web/console/text/local-time.ts';
import { shownUnit } from '../../../web/console/text/shown-unit.ts';

/** An API with the settings of an owner and one user, and the paths that were asked for. */
function apiOf(own: object | undefined, owners: object) {
  const asked: string[] = [];
  const get = async (path: string) => {
    asked.push(path);
    if (path.endsWith('/configs')) return owners;
    if (path.includes('/configs/') && own === undefined) throw new ApiProblem(404, 'notFound', 'There is none.');
    if (path.includes('/configs/')) return own;
    return path.endsWith('/units')
      ? {}
      : { type: 'harvested', startTime: '2016-09-19T16:45:51Z', files: ['file'], providers: [] };
  };
  return { asked, api: { get } as unknown as ConsoleApi };
}

test('a user has its own settings, and the others of its owner', async () => {
  const owners = { unitMeasurement: 'METRIC', operationsRemoveOutliers: true, operationsOutliersLimit: 3 };
  expect(await readSettings(apiOf(undefined, owners).api, 'user')).toEqual(owners);
  const own = await readSettings(
    apiOf({ unitMeasurement: 'IMPERIAL', operationsOutliersLimit: null }, owners).api,
    'user',
  );
  expect(own).toEqual({ ...owners, unitMeasurement: 'IMPERIAL' });
  expect([unitsOf(own, 'metric'), unitsOf({ unitMeasurement: 'DEFAULT' }, 'imperial')]).toEqual([
    'imperial',
    'imperial',
  ]);
  expect([cleanupOf(own), cleanupOf({}), cleanupOf({ operationsOutliersLimit: 3 })]).toEqual([
    { outlierDeviations: 3 },
    {},
    {},
  ]);
});

test('settings and work of a season are read once for all its numbers', async () => {
  const { api, asked } = apiOf({}, {});
  const settings = kept(() => readSettings(api, 'user'));
  const works = workReader({ api, field: { id: 'north', svcUserId: 'user', name: 'North' } }, () => settings(''));
  const operation = { operationId: 'harvest', title: 'Harvest' };
  await Promise.all([works.read(operation, false), works.read(operation, true), works.cleanup(), settings('')]);
  expect(asked).toHaveLength(new Set(asked).size);
  expect(asked.filter((path) => path.includes('configs'))).toHaveLength(2);
});

test('times are those of the clocks of the place', async () => {
  const zone = await zoneOf([-93.15, 41.67]);
  expect(zone).toBe('America/Chicago');
  const start = '2016-09-19T16:45:51Z';
  expect(localSpan(start, '2016-09-19T21:02:00Z', zone)).toBe('19 Sep 2016, 11:45 to 16:02 (America/Chicago)');
  expect(localSpan('2016-09-20T02:00:00Z', '2016-09-20T06:30:00Z', zone)).toBe(
    '19 Sep 2016, 21:00 to 20 Sep 2016, 01:30 (America/Chicago)',
  );
  expect(localSpan(start, undefined, 'UTC')).toBe('19 Sep 2016, 16:45 (UTC)');
});

test('ground of points is in square feet beside acres, and else in square metres', () => {
  expect(shownUnit('m2', ['m2', 'bu/ac'])).toBe('ft2');
  expect(shownUnit('m2', ['m2', 't/ha'])).toBe('m2');
  expect(shownUnit('bu/ac', ['m2', 'bu/ac'])).toBe('bu/ac');
});
