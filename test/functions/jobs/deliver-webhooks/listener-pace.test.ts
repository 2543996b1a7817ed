import { describe, expect, test } from 'vitest';
import { listenerPace } from '../../../../functions/jobs/deliver-webhooks/listener-pace.ts';

/** Answers of a listener, each when `sideBySide` calls are under way. */
function paced(milliseconds: (sideBySide: number) => number, answers: number) {
  const pace = listenerPace();
  for (let answer = 0; answer < answers; answer += 1) pace.answered(milliseconds(pace.atOnce()), pace.atOnce());
  return pace;
}

describe('the pace of a listener', () => {
  test('begins with one call at a time', () => {
    expect(listenerPace().atOnce()).toBe(1);
  });

  test('rises to five calls where it works on them side by side', () => {
    expect(paced(() => 1_500, 20).atOnce()).toBe(5);
    // Its answers vary by a fifth.
    expect(paced((sideBySide) => 1_500 + (sideBySide % 2) * 300, 40).atOnce()).toBeGreaterThanOrEqual(4);
  });

  test('stays at two calls where it works on one after the other', () => {
    expect(paced((sideBySide) => 1_500 * sideBySide, 40).atOnce()).toBe(2);
  });

  test('falls where it begins to work on one after the other', () => {
    const pace = paced(() => 1_500, 20);
    for (let answer = 0; answer < 20; answer += 1) pace.answered(1_500 * pace.atOnce(), pace.atOnce());
    expect(pace.atOnce()).toBe(2);
  });

  test('is one call at a time from when it was overloaded', () => {
    const pace = paced(() => 1_500, 20);
    pace.overloaded();
    for (let answer = 0; answer < 20; answer += 1) pace.answered(1_500, 1);
    expect(pace.atOnce()).toBe(1);
  });
});
