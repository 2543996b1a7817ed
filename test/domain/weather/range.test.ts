import { describe, expect, test } from 'vitest';
import { Problem } from '../../../domain/errors.ts';
import { type AskedRange, rangeOf } from '../../../domain/weather/range.ts';

const now = Date.UTC(2026, 10, 23, 23, 59);
const forecast = { kind: 'forecast', resolution: 'daily', model: 'gfs' } as const;
const history = { kind: 'historical', resolution: 'daily', model: 'era5' } as const;

describe('without dates, or with one', () => {
  const cases: [string, AskedRange, string, string][] = [
    ['a forecast is of the next seven days', forecast, '2026-11-23', '2026-11-29'],
    ['history is of the last seven days that there are', history, '2026-11-12', '2026-11-18'],
    ['a forecast from a day on has seven days', { ...forecast, startTime: '2026-11-20' }, '2026-11-20', '2026-11-26'],
    ['a forecast ends where forecasts end', { ...forecast, startTime: '2026-12-01' }, '2026-12-01', '2026-12-03'],
    ['a forecast up to a day has seven days', { ...forecast, endTime: '2026-11-30' }, '2026-11-24', '2026-11-30'],
    ['a forecast begins where forecasts begin', { ...forecast, endTime: '2026-11-20' }, '2026-11-18', '2026-11-20'],
    ['history up to a day has seven days', { ...history, endTime: '2026-03-01' }, '2026-02-23', '2026-03-01'],
    ['history from a day on ends where it ends', { ...history, startTime: '2026-11-16' }, '2026-11-16', '2026-11-18'],
  ];
  test.each(cases)('%s', (_, asked, from, to) => expect(rangeOf(asked, now)).toEqual({ from, to }));
});

test('history may include days that are not available yet', () => {
  const range = { startTime: '2026-11-18', endTime: '2026-11-30' };
  expect(rangeOf({ ...history, ...range }, now)).toEqual({ from: '2026-11-18', to: '2026-11-30' });
});

describe('refuses', () => {
  const cases: [string, AskedRange, string, string][] = [
    [
      'an end before the start',
      { ...forecast, startTime: '2026-11-25', endTime: '2026-11-24' },
      'invalid',
      '#/endTime',
    ],
    ['a day before forecasts', { ...forecast, startTime: '2026-11-17' }, 'weatherOutOfReach', '#/startTime'],
    ['a day after forecasts', { ...forecast, endTime: '2026-12-04' }, 'weatherOutOfReach', '#/endTime'],
    ['a start alone after forecasts', { ...forecast, startTime: '2026-12-04' }, 'weatherOutOfReach', '#/startTime'],
    ['an end alone long after forecasts', { ...forecast, endTime: '2027-12-04' }, 'weatherOutOfReach', '#/endTime'],
    ['an end alone before history', { ...history, endTime: '1939-12-31' }, 'weatherOutOfReach', '#/endTime'],
    [
      'a range after forecasts',
      { ...forecast, startTime: '2026-12-04', endTime: '2026-12-05' },
      'weatherOutOfReach',
      '#/startTime',
    ],
    ['a day before history', { ...history, startTime: '1939-12-31' }, 'weatherOutOfReach', '#/startTime'],
    [
      'a day before the finer history',
      { ...history, model: 'era5Land', startTime: '1949-12-31' },
      'weatherOutOfReach',
      '#/startTime',
    ],
    ['history that is all too young', { ...history, startTime: '2026-11-19' }, 'weatherOutOfReach', '#/startTime'],
    [
      '367 days of days',
      { ...history, startTime: '2025-01-01', endTime: '2026-01-02' },
      'weatherRangeTooLong',
      '#/endTime',
    ],
    [
      '31 days of hours',
      { ...history, resolution: 'hourly', startTime: '2026-01-01', endTime: '2026-01-31' },
      'weatherRangeTooLong',
      '#/endTime',
    ],
  ];
  test.each(cases)('%s', (_, asked, errorKey, pointer) => {
    const refused = () => rangeOf(asked, now);
    expect(refused).toThrow(Problem);
    expect(refused).toThrow(
      expect.objectContaining({ kind: 'invalid', errorKey, errors: [expect.objectContaining({ pointer })] }),
    );
  });

  test('no range at the limits', () => {
    expect(() => rangeOf({ ...history, startTime: '2025-01-01', endTime: '2026-01-01' }, now)).not.toThrow();
    const hours = { resolution: 'hourly', startTime: '2026-01-01', endTime: '2026-01-30' } as const;
    expect(() => rangeOf({ ...history, ...hours }, now)).not.toThrow();
  });
});
