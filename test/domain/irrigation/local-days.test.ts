import { expect, test } from 'vitest';
import { laterDate, localDate, localDays, startOfDate } from '../../../domain/irrigation/local-days.ts';

const hour = 3_600_000;
const chicago = 'America/Chicago';

test('a day begins at midnight at the pivot', () => {
  expect(new Date(startOfDate('2026-06-30', chicago)).toISOString()).toBe('2026-06-30T05:00:00.000Z');
  expect(new Date(startOfDate('2026-06-30', 'Pacific/Kiritimati')).toISOString()).toBe('2026-06-29T10:00:00.000Z');
  expect(new Date(startOfDate('2026-06-30', 'Australia/Adelaide')).toISOString()).toBe('2026-06-29T14:30:00.000Z');
});

test('evening water of a pivot in Chicago is of its own date, not of that in UTC', () => {
  expect(localDate(Date.UTC(2026, 5, 30, 3), chicago)).toBe('2026-06-29');
});

test.each([
  ['2026-03-08', 23],
  ['2026-07-01', 24],
  ['2026-11-01', 25],
])('%s has %i hours in Chicago', (date, hours) => {
  const [{ from, to } = { from: 0, to: 0 }] = localDays(date, date, chicago);
  expect((to - from) / hour).toBe(hours);
});

test('a date whose midnight the clocks skip begins with the first moment after it', () => {
  // Clocks in Beirut go from 0:00 to 1:00.
  const [day] = localDays('2026-03-29', '2026-03-29', 'Asia/Beirut');
  expect(new Date(day?.from ?? 0).toISOString()).toBe('2026-03-28T22:00:00.000Z');
  expect(((day?.to ?? 0) - (day?.from ?? 0)) / hour).toBe(23);
});

test('days follow one another without a gap', () => {
  const days = localDays('2025-12-30', '2026-12-30', chicago);
  expect(days).toHaveLength(366);
  for (const [index, { to }] of days.slice(0, -1).entries()) expect(days[index + 1]?.from).toBe(to);
});

test('a day that a zone skips at the date line has no span', () => {
  expect(localDays('2011-12-29', '2011-12-31', 'Pacific/Apia').map(({ date }) => date)).toEqual([
    '2011-12-29',
    '2011-12-31',
  ]);
});

test('dates are counted across months and years', () => {
  expect(laterDate('2026-12-31', 1)).toBe('2027-01-01');
  expect(laterDate('2026-03-01', -1)).toBe('2026-02-28');
});
