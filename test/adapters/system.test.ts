import { expect, test } from 'vitest';
import { newId } from '../../adapters/system.ts';

test('ids keep the order in which they were made, within one millisecond too', () => {
  const made = Array.from({ length: 5_000 }, newId);
  expect(made.toSorted()).toEqual(made);
});
