import { expect, test } from 'vitest';
import { withoutWords } from '../../infra/slim-contracts.ts';

test.each([
  ["a: { summary: 'List fields', access: 'owner' }", "a: { summary: '', access: 'owner' }"],
  ["description:\n      'It\\'s there; use `a`.',\n access", "description: '',\n access"],
  ['{ description: "It\'s there" }', "{ description: '' }"],
])('%s loses its words', (source, slim) => {
  expect(withoutWords(source)).toBe(slim);
});

test.each(['description: `One of them.`,', 'summary: summaryOf(file),', 'summary: z.string()', "summary: 'a' + b,"])(
  '%s stays as it is',
  (source) => {
    expect(withoutWords(source)).toBe(source);
  },
);
