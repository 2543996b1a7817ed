import { describe, expect, test } from 'vitest';
import { type DayEvidence, decideDayOrder } from '../../../domain/machine-files/points/day-order.ts';
import { readingsOfDay } from '../../../domain/machine-files/points/written-days.ts';

const none: Omit<DayEvidence, 'days'> = {
  beside: [],
  named: [],
  units: { imperial: 0, metric: 0 },
  operation: undefined,
  latitude: undefined,
  longitude: undefined,
};
const decide = (days: string[], more: Partial<DayEvidence> = {}) => {
  const { order, isGuess } = decideDayOrder({ ...none, days, ...more }) ?? {};
  return `${order}${isGuess ? '?' : ''}`;
};
const american = { imperial: 3, metric: 0 };
const european = { imperial: 0, metric: 3 };

describe('the order of day and month', () => {
  test.each([
    ['a day above 12', ['11/7/2016', '11/16/2016'], {}, 'month-day-year'],
    ['a day above 12 in the other order', ['7.11.2016', '16.11.2016'], {}, 'day-month-year'],
    ['another column', ['11/7/2016'], { beside: [['Corn', '16/11/07']] }, 'month-day-year'],
    ['another column in words', ['11/7/2016'], { beside: [['11 Jul 2016']] }, 'day-month-year'],
    ['a column of numbers', ['11/7/2016'], { beside: [['20161107']] }, 'month-day-year'],
    ['satellite time', ['11/7/2016'], { beside: [['1162535062']] }, 'month-day-year'],
    ['the name of the file', ['11/7/2016'], { named: [Date.UTC(2016, 10, 7)] }, 'month-day-year'],
    ['the sequence of rows', ['8/1/2016', '8/2/2016', '9/1/2016'], {}, 'month-day-year'],
    ['a short span', ['8/1/2016', '8/3/2016'], {}, 'month-day-year'],
    ['the season', ['8/1/2016'], { operation: 'harvested', latitude: 51, longitude: 10 }, 'month-day-year'],
    ['American units', ['11/7/2016'], { units: american, latitude: 41, longitude: -93 }, 'month-day-year'],
    ['metric units', ['11/7/2016'], { units: european, latitude: -35, longitude: 142 }, 'day-month-year'],
    ['both orders', ['7/7/2016'], {}, 'month-day-year'],
    ['nothing', ['11/7/2016'], {}, 'day-month-year?'],
    ['nothing, in America', ['11/7/2016'], { latitude: 41, longitude: -93 }, 'month-day-year?'],
    ['metric units in America', ['11/7/2016'], { units: european, latitude: 41, longitude: -93 }, 'day-month-year?'],
    ['the same order beside it', ['11/7/2016'], { beside: [['11/07/2016']] }, 'day-month-year?'],
    ['a short year first', ['16/11/07', '16/11/20'], {}, 'year-month-day'],
  ] satisfies [string, string[], Partial<DayEvidence>, string][])('is decided by %s', (_, days, more, order) => {
    expect(decide(days, more)).toBe(order);
  });

  test('is not decided for texts that are no days', () => {
    expect(decideDayOrder({ ...none, days: ['41/7/2016', '99/99/2016'] })).toBeUndefined();
  });
});

test('a day has a reading for each form that gives one', () => {
  expect([...readingsOfDay('16/11/07').keys()]).toEqual(['day-month-year', 'year-month-day']);
  expect(readingsOfDay('2016-11-07T10:00:00Z').get('year-month-day')).toBe(Date.UTC(2016, 10, 7));
  expect(readingsOfDay('Corn').size).toBe(0);
});
