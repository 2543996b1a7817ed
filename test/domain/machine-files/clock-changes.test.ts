import { expect, test } from 'vitest';
import { clocksOf } from '../../../domain/machine-files/points/clock-changes.ts';

const hour = 3_600_000;

test('the clocks of a zone are known with the moment of each change', () => {
  const { ahead, changes } = clocksOf('America/Chicago', Date.UTC(2024, 0, 1), Date.UTC(2025, 0, 1));
  expect(ahead).toBe(-6 * hour);
  expect(changes).toEqual([
    { at: Date.UTC(2024, 2, 10, 8), before: -6 * hour, after: -5 * hour },
    { at: Date.UTC(2024, 10, 3, 7), before: -5 * hour, after: -6 * hour },
  ]);
});

test('zones without daylight saving, and those of half an hour, have theirs', () => {
  expect(clocksOf('America/Phoenix', Date.UTC(2024, 0, 1), Date.UTC(2025, 0, 1))).toEqual({
    ahead: -7 * hour,
    changes: [],
  });
  expect(clocksOf('Asia/Kolkata', Date.UTC(2024, 0, 1), Date.UTC(2024, 0, 2)).ahead).toBe(5.5 * hour);
  const { changes } = clocksOf('Australia/Lord_Howe', Date.UTC(2024, 3, 1), Date.UTC(2024, 4, 1));
  expect(changes).toEqual([{ at: Date.UTC(2024, 3, 6, 15), before: 11 * hour, after: 10.5 * hour }]);
});
