import { expect, test } from 'vitest';
import { isolated } from '../../web/text/isolated.ts';
import { filled } from '../../web/text/texts.ts';

const at = String.fromCodePoint;
const override = at(0x202e);
const [first, last] = [at(0x2068), at(0x2069)];

test.each(['Acme', 'Grün & Söhne', '農場', '12 ha', ''])('a name of one direction stays as it is: %s', (name) => {
  expect(isolated(name)).toBe(name);
});

test.each([
  ['an override', `Acme${override}emca`, 'Acmeemca'],
  ['letters from right to left', 'مزرعة', 'مزرعة'],
  ['an end of isolation, which would reach the text behind', `a${last}${override}b`, 'ab'],
  ['nested marks', `${at(0x2067)}a${at(0x202b)}b${at(0x202c)}`, 'ab'],
])('%s is kept to itself', (_, name, shown) => {
  expect(isolated(name)).toBe(`${first}${shown}${last}`);
  const text = filled('{company} asks for access to your data at {provider}.', { company: name, provider: 'Trimble' });
  expect(text).toBe(`${first}${shown}${last} asks for access to your data at Trimble.`);
});
