import { expect, test } from 'vitest';
import { byContract, termOf, termsUntil } from '../../../domain/usage/contract.ts';
import { askedDay, askedRange } from '../../../functions/areas/usage/asked-days.ts';

test.each([
  ['2026-03-10', '2026-03-10', '2026-03-10', '2027-03-09'],
  ['2026-03-10', '2027-03-09', '2026-03-10', '2027-03-09'],
  ['2026-03-10', '2027-03-10', '2027-03-10', '2028-03-09'],
  ['2028-02-29', '2029-02-27', '2028-02-29', '2029-02-27'],
  ['2028-02-29', '2029-02-28', '2029-02-28', '2030-02-27'],
  ['2028-02-29', '2032-02-29', '2032-02-29', '2033-02-27'],
  ['2026-12-31', '2027-01-01', '2026-12-31', '2027-12-30'],
  // Counted late.
  ['2026-03-10', '2026-03-08', '2026-03-10', '2027-03-09'],
  ['2026-01-01', '2025-12-31', '2026-01-01', '2026-12-31'],
])('with first use on %s, the term with %s is from %s to %s', (first, day, start, end) => {
  expect(termOf(first, day)).toEqual({ start, end });
});

test('every day is in one term, and terms follow one another', () => {
  expect(termsUntil('2026-03-10', '2029-03-09').map(({ start }) => start)).toEqual([
    '2026-03-10',
    '2027-03-10',
    '2028-03-10',
  ]);
  expect(termsUntil('2026-03-10', '2026-03-10')).toHaveLength(1);
});

test('without a timestamp the day is today, and the last one of a term that is over', () => {
  const term = { start: '2026-03-10', end: '2027-03-09' };
  expect(askedDay(undefined, term, Date.parse('2026-05-01T23:59:59Z'))).toBe('2026-05-01');
  expect(askedDay(undefined, term, Date.parse('2028-05-01'))).toBe('2027-03-09');
  expect(askedRange({}, term, Date.parse('2026-03-12'))).toEqual({ from: '2026-03-10', to: '2026-03-12' });
  const endTime = Date.parse('2027-03-09T23:59:59.999Z');
  expect(askedRange({ endTime }, term, Date.parse('2028-05-01')).to).toBe('2027-03-09');
});

test('a range may begin before the term and end after it, and has at least one day of it', () => {
  const term = { start: '2026-03-10', end: '2027-03-09' };
  const asked = (from: string, to: string, now = '2028-05-01') =>
    askedRange({ startTime: Date.parse(from), endTime: Date.parse(to) }, term, Date.parse(now));
  expect(asked('2026-03-01', '2026-03-31', '2026-03-12')).toEqual({ from: '2026-03-01', to: '2026-03-12' });
  expect(asked('2027-03-01', '2027-03-31')).toEqual({ from: '2027-03-01', to: '2027-03-31' });
  expect(asked('2020-01-01', '2026-03-10').to).toBe('2026-03-10');
  expect(asked('2027-03-09', '2029-01-01').from).toBe('2027-03-09');
  expect(() => asked('2020-01-01', '2026-03-09')).toThrow('outside of the contract');
  expect(() => asked('2027-03-10', '2027-03-11')).toThrow('outside of the contract');
});

test('each day of a range has the contract of its term, from the first use on, and a term without use has none', () => {
  const contract = (year: number) => ({
    ...{ id: String(year), product: 'UNIFIED_AREA' as const },
    ...{ start: `${year}-03-10`, end: `${year + 1}-03-09` },
  });
  const told = (from: string, to: string) =>
    byContract([contract(2024), contract(2026)], { from, to }).map(({ contract: of, days }) => [
      of?.id,
      days.from,
      days.to,
    ]);
  expect(told('2024-03-01', '2024-03-31')).toEqual([['2024', '2024-03-10', '2024-03-31']]);
  expect(told('2026-03-09', '2026-03-10')).toEqual([
    [undefined, '2026-03-09', '2026-03-09'],
    ['2026', '2026-03-10', '2026-03-10'],
  ]);
  expect(told('2000-01-01', '2028-01-01')).toEqual([
    ['2024', '2024-03-10', '2025-03-09'],
    [undefined, '2025-03-10', '2026-03-09'],
    ['2026', '2026-03-10', '2027-03-09'],
    [undefined, '2027-03-10', '2028-01-01'],
  ]);
});
