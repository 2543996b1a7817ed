import { describe, expect, test } from 'vitest';
import { only, pointsOf } from './only-set.ts';

/** A harvest at a place, with the given local times. */
function harvest([longitude, latitude]: [number, number], times: string[]): string {
  const rows = times.map(
    (time, index) => `${longitude},${(latitude + index * 1.8e-5).toFixed(6)},${time},2,10,17,9,Corn`,
  );
  return [
    'Longitude,Latitude,LocalTime,Distance(m),Swath Width(m),Moisture(%),Yield Mass(t/ha),Crop',
    ...rows,
    '',
  ].join('\n');
}

/** Local times, a minute apart from one on. */
const minutes = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(`${from}Z`) + index * 60_000).toISOString().slice(0, 19).replace('T', ' '),
  );

async function timesOf(place: [number, number], times: string[]) {
  const set = await only('a.csv', harvest(place, times));
  expect(set.processed.status).toBe('processed');
  return pointsOf(set)
    .map(({ timestamp }) => String(timestamp))
    .sort();
}

const iowa: [number, number] = [-93.618, 42.021];

test.each<[where: string, [number, number], local: string, utc: string]>([
  ['Iowa in summer', iowa, '2024-10-01T15:00:00', '2024-10-01T20:00:00.000Z'],
  ['Iowa in winter', iowa, '2024-12-01T15:00:00', '2024-12-01T21:00:00.000Z'],
  ['Spain, far west of its meridian', [-6.1, 39.5], '2024-07-01T12:00:00', '2024-07-01T10:00:00.000Z'],
  ['Arizona without daylight saving', [-112.1, 33.3], '2024-07-01T12:00:00', '2024-07-01T19:00:00.000Z'],
  ['India', [77.2, 28.6], '2024-07-01T12:00:00', '2024-07-01T06:30:00.000Z'],
  ['New South Wales in its summer', [148.6, -33.1], '2024-12-01T12:00:00', '2024-12-01T01:00:00.000Z'],
])('a local time in %s is that of its time zone', async (_, place, local, utc) => {
  expect((await timesOf(place, minutes(local, 3)))[0]).toBe(utc);
});

describe('where clocks change', () => {
  test('the hour that they repeat is told apart by the sequence of the records', async () => {
    const first = minutes('2024-11-03T00:30:00', 90);
    const second = minutes('2024-11-03T01:00:00', 90);
    const times = await timesOf(iowa, [...first, ...second]);
    expect([times[0], times.at(-1)]).toEqual(['2024-11-03T05:30:00.000Z', '2024-11-03T08:29:00.000Z']);
    expect(new Set(times).size).toBe(180);
  });

  test('a clock that goes straight on was not changed', async () => {
    const fallen = await timesOf(iowa, minutes('2024-11-03T00:30:00', 180));
    expect([fallen[0], fallen.at(-1)]).toEqual(['2024-11-03T05:30:00.000Z', '2024-11-03T08:29:00.000Z']);
    const sprung = await timesOf(iowa, minutes('2024-03-10T01:00:00', 150));
    expect([sprung[0], sprung.at(-1)]).toEqual(['2024-03-10T07:00:00.000Z', '2024-03-10T09:29:00.000Z']);
  });

  test('a clock that skips the hour was changed', async () => {
    const times = await timesOf(iowa, [...minutes('2024-03-10T01:30:00', 30), ...minutes('2024-03-10T03:00:00', 30)]);
    expect([times[0], times.at(-1)]).toEqual(['2024-03-10T07:30:00.000Z', '2024-03-10T08:29:00.000Z']);
  });

  test('a season on both sides of a change has each of its clocks', async () => {
    const times = await timesOf(iowa, [...minutes('2024-10-30T12:00:00', 5), ...minutes('2024-11-10T12:00:00', 5)]);
    expect([times[0], times.at(-1)]).toEqual(['2024-10-30T17:00:00.000Z', '2024-11-10T18:04:00.000Z']);
  });
});
