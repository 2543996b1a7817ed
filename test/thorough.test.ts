import { expect, test } from 'vitest';
import { isThorough, shareOf } from './thorough.ts';

const positions = Array.from({ length: 60 }, (_, position) => position);

test.skipIf(isThorough).each([
  [2, 1],
  [4, 1],
  [4, 2],
  [5, 2],
  [8, 3],
  [9, 3],
  [10, 3],
])('each of %d cases dealt out by %d is tried, even by every other or every third circumstance', (length, count) => {
  const cases = Array.from({ length }, (_, number) => number);
  for (const every of [1, 2, 3]) {
    const dealt = positions.filter((position) => position % every === 0).map((at) => shareOf(cases, at, count));
    expect(new Set(dealt.flat()).size, `every ${every}`).toBe(length);
    for (const share of dealt) expect(new Set(share).size).toBe(count);
  }
});

test('a share larger than the number of cases is all of them', () => {
  expect(shareOf(['a', 'b'], 1, 3)).toEqual(['a', 'b']);
});
