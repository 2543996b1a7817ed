import { expect, test } from 'vitest';
import { type DatedOperation, seasonOf } from '../../../web/console/season/season-of.ts';

const work = (type: DatedOperation['type'], day: string): DatedOperation => ({ type, startTime: `${day}T12:00:00Z` });

/** The seasons of operations among one another. */
const seasons = (...operations: DatedOperation[]) => operations.map((one) => seasonOf(one, operations));

test('work belongs to the harvest that it leads to, also across a new year', () => {
  const wheat = [
    work('tillage', '2023-08-20'),
    work('planted', '2023-10-05'),
    work('applied', '2024-03-12'),
    work('harvested', '2024-07-20'),
  ];
  expect(seasons(...wheat)).toEqual([2024, 2024, 2024, 2024]);
});

test('a second crop of a year is in the same season', () => {
  const two = [work('harvested', '2024-07-01'), work('planted', '2024-07-03'), work('harvested', '2024-10-20')];
  expect(seasons(...two)).toEqual([2024, 2024, 2024]);
});

test('work after the last harvest prepares the next season, which has no harvest yet', () => {
  expect(seasons(work('harvested', '2024-09-19'), work('applied', '2024-11-02'))).toEqual([2024, 2025]);
});

test('a field without harvests has calendar years, and a harvest long after is not what work led to', () => {
  expect(seasons(work('applied', '2017-11-29'), work('planted', '2018-04-30'))).toEqual([2017, 2018]);
  expect(seasons(work('planted', '2019-04-30'), work('harvested', '2021-09-30'))).toEqual([2019, 2021]);
});
