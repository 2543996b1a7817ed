import { describe, expect, test } from 'vitest';
import { contrast, groundOf, read } from '../../web/theme/contrast.ts';

const colors = Array.from({ length: 216 }, (_, index) => {
  const step = (digit: number) => (Math.floor(index / 6 ** digit) % 6) * 51;
  return `#${[step(2), step(1), step(0)].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
});

describe.each([false, true])('in dark mode: %s', (isDark) => {
  test('text on an owner’s colour is legible, for every colour', () => {
    const contrasts = colors.map((color) => {
      const shown = groundOf(color, isDark);
      return contrast(read(shown?.ground ?? '') ?? [0, 0, 0], read(shown?.ink ?? '') ?? [0, 0, 0]);
    });
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
  });
});

test('a light colour is darkened in dark mode, and unchanged otherwise', () => {
  expect(groundOf('#F5F5F5', false)).toEqual({ ground: '#f5f5f5', ink: '#1d2718' });
  expect(groundOf('#F5F5F5', true)?.ink).toBe('#eef1e7');
  expect(groundOf('#abc', false)?.ground).toBe('#aabbcc');
});

test.each(['', 'red', '#12345', 'url(x)'])('"%s" is an invalid colour', (text) => {
  expect(groundOf(text, false)).toBeUndefined();
});
