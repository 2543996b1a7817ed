import { expect, test } from 'vitest';
import { lastSegment } from '../../../adapters/providers/john-deere/lists.ts';
import { providerIdSchema } from '../../../domain/providers/provider-id.ts';

const zeroWidth = String.fromCodePoint(0x200b);
const rightToLeft = String.fromCodePoint(0x202e);
const unfit = [
  '',
  '.',
  '..',
  '../x',
  'a..b',
  'a/b',
  'a\\b',
  'a?b',
  'a#b',
  'a\0b',
  'a\nb',
  `a${zeroWidth}`,
  `${rightToLeft}a`,
  '\ud800',
];

test.each(['1234', '0b5e4c1e-6f0a-4a51-8a4e-3f3b7a3a9c11', 'Hof Nr. 5', 'Grün+Söhne', 'a.b', '農場'])(
  'an id of a provider may be %s',
  (id) => {
    expect(providerIdSchema.parse(id)).toBe(id);
    expect(lastSegment(`https://provider.example/organizations/${encodeURIComponent(id)}?embed=x`)).toBe(id);
  },
);

test.each(unfit.map((id) => [JSON.stringify(id), id]))('no provider has the id %s', (_, id) => {
  expect(providerIdSchema.safeParse(id).success).toBe(false);
});

test.each([
  '/organizations/..',
  '/organizations/%2E%2E',
  '/organizations/a%00',
  '/organizations/%zz',
  '/organizations/',
])('a link to %s has no id at its end', (path) => {
  expect(lastSegment(`https://provider.example${path}`)).toBeUndefined();
});
