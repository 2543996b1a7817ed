import { expect, test } from 'vitest';
import { newId } from '../../../adapters/system.ts';
import { lookedAt, nextRound, shareOfMinute, usualPerMinute } from '../../../domain/sync/schedule.ts';

const maxLooked = lookedAt(usualPerMinute);
const minute = 60_000;
const day = 24 * 60 * minute;

/** The beginnings of rounds of so many links over days, as a sweep of every minute starts them: by minute, and by link. */
function simulated(links: number, days: number, from: number) {
  const provider = 'JohnDeere' as const;
  const deadlines = Array.from({ length: links }, () => {
    const svcUserId = newId();
    return { svcUserId, provider, due: nextRound({ svcUserId, provider }, from), begun: [] as number[] };
  });
  const perMinute: number[] = [];
  for (let now = from; now < from + days * day; now += minute) {
    const overdue = deadlines
      .filter(({ due }) => due <= now)
      .sort((a, b) => a.due - b.due)
      .slice(0, maxLooked);
    const begun = overdue.slice(0, shareOfMinute(overdue.length, now, usualPerMinute));
    for (const link of begun) {
      link.begun.push(now);
      link.due = nextRound(link, now);
    }
    perMinute.push(begun.length);
  }
  return { perMinute, rounds: deadlines.map(({ begun }) => begun) };
}

test('of 10,000 links no minute of the day starts more than twice the mean, and each has a round within 24 hours', () => {
  const { perMinute, rounds } = simulated(10_000, 3, Date.parse('2026-05-01T00:00:00Z'));
  const mean = perMinute.reduce((sum, count) => sum + count, 0) / perMinute.length;
  expect(mean).toBeGreaterThan(6.9);
  expect(Math.max(...perMinute)).toBeLessThanOrEqual(2 * mean);
  for (const begun of rounds) {
    expect(begun.length).toBeGreaterThanOrEqual(3);
    for (const [index, at] of begun.entries()) expect(at - (begun[index - 1] ?? at)).toBeLessThanOrEqual(day);
  }
});

test('rounds that an outage has held back begin a hundred a minute', () => {
  expect(shareOfMinute(maxLooked, 0, usualPerMinute)).toBe(100);
  expect(shareOfMinute(maxLooked, 14 * minute, usualPerMinute)).toBe(100);
  expect(shareOfMinute(0, 0, usualPerMinute)).toBe(0);
  expect(shareOfMinute(1, 0, usualPerMinute)).toBe(1);
  // An operator may let more begin.
  expect(shareOfMinute(lookedAt(200), 0, 200)).toBe(200);
});

test('the next round of a link is in the future, and the same for all who ask', () => {
  const link = { svcUserId: newId(), provider: 'ClimateFieldView' } as const;
  const now = Date.parse('2026-05-01T10:07:00Z');
  const next = nextRound(link, now);
  expect(next).toBeGreaterThan(now);
  expect(nextRound(link, next - 1)).toBe(next);
  expect(nextRound(link, next) - next).toBe(23.5 * 60 * minute);
});
