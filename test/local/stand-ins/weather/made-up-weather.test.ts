import { expect, test } from 'vitest';
import { madeUpHour } from '../../../../local/stand-ins/weather/made-up-weather.ts';

const hourMilliseconds = 3_600_000;

/** The days of a year, in millimetres. */
function daysOf(latitude: number, longitude: number, year: number): number[] {
  const [first, end] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
  return Array.from({ length: (end - first) / (24 * hourMilliseconds) }, (_, day) =>
    Array.from({ length: 24 }, (_, hour) => {
      const { precipitation = 0 } = madeUpHour(latitude, longitude, first + (day * 24 + hour) * hourMilliseconds);
      return precipitation;
    }).reduce((sum, hourly) => sum + hourly, 0),
  );
}

const sumOf = (days: readonly number[]) => days.reduce((sum, day) => sum + day, 0);

test('a year in Iowa has as much rain as years there have, on as many days', () => {
  for (let year = 2014; year <= 2020; year++) {
    const days = daysOf(42, -93.6, year);
    // 26 to 48 inches.
    expect(sumOf(days)).toBeGreaterThan(650);
    expect(sumOf(days)).toBeLessThan(1_250);
    const wet = days.filter((day) => day >= 1).length;
    expect(wet).toBeGreaterThan(60);
    expect(wet).toBeLessThan(140);
    expect(Math.max(...days)).toBeLessThan(120);
  }
});

test.each([
  ['the equator', 1, 110, 1_200, 4_000],
  ['Berlin', 52.5, 13.4, 350, 1_100],
  ['the Sahara', 24, 10, 50, 600],
  ['Yakutsk', 62, 130, 100, 500],
])('%s has the rain of its latitude', (_, latitude, longitude, min, max) => {
  const years = [2016, 2017, 2018].map((year) => sumOf(daysOf(latitude, longitude, year)));
  for (const year of years) {
    expect(year).toBeGreaterThan(min);
    expect(year).toBeLessThan(max);
  }
});
