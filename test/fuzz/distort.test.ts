import { expect, test } from 'vitest';
import { distort } from './distort.ts';
import { randomFrom } from './mutate.ts';
import { damagedBy, parsers } from './parsers.ts';

test.each(parsers.map((parser) => [parser.name, parser] as const))(
  'a case of %s is damaged, in the same way for the same seed',
  async (_, parser) => {
    const [seeds, again] = [await parser.seeds(), await parser.seeds()];
    const made = Array.from({ length: 30 }, (_, seed) =>
      Buffer.from(damagedBy(seed, parser, seeds).bytes).toString('hex'),
    );
    expect(new Set(made).size).toBeGreaterThan(20);
    expect(Buffer.from(damagedBy(3, parser, seeds).bytes).toString('hex')).toBe(made[3]);
    // Numbers are found in the parser's input, and lie within it.
    for (const [name, bytes] of Object.entries(again[0] ?? {})) {
      const numbers = parser.numbersOf(name)(bytes);
      expect(numbers.filter(({ at, bytes: size }) => at + size <= bytes.length).length).toBeGreaterThan(0);
    }
  },
);

test('a number of the structure is changed and the rest stays', () => {
  const bytes = Buffer.alloc(400, 0x55);
  const seeds = Array.from({ length: 200 }, (_, seed) => distort(bytes, () => [{ at: 8, bytes: 4 }], randomFrom(seed)));
  const structural = seeds.filter((one) => one.length === 400 && one.subarray(12).equals(bytes.subarray(12)));
  expect(structural.length).toBeGreaterThan(100);
});
