import { expect, test } from 'vitest';
import { jobNames } from '../../functions/manifests.ts';
import { usualAccountConcurrency, workerSlots } from '../../infra/context/worker-slots.ts';
import { capacityReport, itemsOfDay } from '../../infra/cost/capacity.ts';

test('ten workers, of which eight have places, follow the files of 13,600 accounts a day, and those of one owner 6,780', () => {
  expect(Math.round(itemsOfDay('sync-files', 10) / 100)).toBe(136);
  expect(itemsOfDay('sync-files', 18)).toBe(2 * itemsOfDay('sync-files', 10));
  expect(capacityReport(workerSlots(usualAccountConcurrency))).toContain('4 × 86,400 s ÷ 51 s = **6,780**');
});

test('two of the workers that share places read nothing', () => {
  expect(itemsOfDay('process-scenes', 12) / itemsOfDay('process-scenes', 10)).toBe(10 / 8);
});

test('each job has a row with its arithmetic, and so has the sweep', () => {
  const report = capacityReport(workerSlots(usualAccountConcurrency, { 'compact-lake': 5 }), 200);
  for (const job of jobNames) expect(report).toContain(`| \`workers.${job}\` | `);
  expect(report).toContain('8 × 86,400 s ÷ 51 s = **13,600**');
  expect(report).toContain('5 × 86,400 s ÷ 60 s = **7,200**');
  expect(report).toContain('200 × 1,440 = **288,000**');
});
