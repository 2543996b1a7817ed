import { expect, test } from 'vitest';
import { spacedJson } from '../../../domain/alerts/payload.ts';

test('JSON has one space after every colon and comma, and no line break', () => {
  const value = {
    type: 'x',
    bounds: [-93.5, 42, 0.001],
    inner: { a: null, b: true, none: undefined },
    empty: [],
    o: {},
  };
  expect(spacedJson(value)).toBe(
    '{"type": "x", "bounds": [-93.5, 42, 0.001], "inner": {"a": null, "b": true}, "empty": [], "o": {}}',
  );
});

test.each(['a "quoted": text, with signs', 'Äcker\n\u2028\u007f 🌱', 'back\\slash'])(
  '%s is parsed back unchanged',
  (text) => {
    const written = spacedJson({ [text]: text });
    expect(JSON.parse(written)).toEqual({ [text]: text });
    expect(written).toMatch(/^[ -~]*$/);
  },
);
