import { expect, test } from 'vitest';
import { countedCalls } from '../../../../local/sandboxes/server/calls.ts';

test('the busiest second begins at any call, and leaves out tokens', () => {
  let time = 0;
  const calls = countedCalls(() => time);
  for (const at of [0, 900, 950, 1_000, 1_800, 1_900, 3_000]) {
    time = at;
    calls.begin('fields');
    calls.begin('token');
  }
  // Those of 900, 950, 1,000 and 1,800.
  expect(calls.read().busiestSecond).toBe(4);
  calls.clear();
  expect(calls.read().busiestSecond).toBe(0);
});
