import { expect, test } from 'vitest';
import { partsAroundGroup } from '../../sql/functions/parts-around-group.ts';

test.each([
  [String.raw`-(\w)`, { flags: '', before: '-', rest: String.raw`(\w)` }],
  ['(?i)(?:a|b)[)(|](c|d)e', { flags: '(?i)', before: '(?:a|b)[)(|]', rest: '(c|d)e' }],
  [String.raw`\(\Q(\E(a)`, { flags: '', before: String.raw`\(\Q(\E`, rest: '(a)' }],
])('%s has one group', (pattern, parts) => {
  expect(partsAroundGroup(pattern)).toEqual(parts);
});

test.each(['(a)|b', 'a|(b)', '(?:a(b))+', '(b)?c', 'a(?i)(b)', 'none'])(
  'the position of the group of %s is undefined',
  (pattern) => {
    expect(partsAroundGroup(pattern)).toBeUndefined();
  },
);
